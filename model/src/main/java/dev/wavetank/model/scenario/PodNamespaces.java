package dev.wavetank.model.scenario;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The namespaces in which a scenario makes pods, as far as its commands and files say so: where faults of pods find
 * something to hit.
 */
final class PodNamespaces {

    /** Where pods are when nothing says otherwise. */
    static final String DEFAULT = "default";

    private static final Pattern DOCUMENTS = Pattern.compile("(?m)^---");
    private static final Pattern WORKLOAD = Pattern.compile("(?m)\\bkind:\\s*[\"']?(?:Pod|Deployment|ReplicaSet|"
            + "ReplicationController|StatefulSet|DaemonSet|Job|CronJob)\\b");
    private static final Pattern NAMESPACE = Pattern.compile("\\bnamespace:\\s*[\"']?([a-z0-9-]+)");

    private PodNamespaces() {}

    /** Sorted, at least one. */
    static List<String> of(Scenario scenario) {
        TreeSet<String> found = new TreeSet<>();
        for (Command command : scenario.timeline()) {
            List<String> words = Objects.requireNonNull(command.arguments());
            String verb = words.isEmpty() ? "" : words.get(0);
            String namespace = namespace(words);
            if (verb.equals("run")
                    || verb.equals("create")
                            && words.stream().anyMatch(word -> word.matches("deployment|job|cronjob"))) {
                found.add(namespace);
            }
            for (Map.Entry<String, String> file : scenario.files().entrySet()) {
                if (words.stream().anyMatch(word -> word.endsWith(file.getKey()))) {
                    addFile(file.getValue(), namespace, found);
                }
            }
        }
        return found.isEmpty() ? List.of(DEFAULT) : List.copyOf(found);
    }

    private static void addFile(String text, String otherwise, TreeSet<String> found) {
        for (String document : DOCUMENTS.split(text)) {
            if (WORKLOAD.matcher(document).find()) {
                Matcher own = NAMESPACE.matcher(document);
                found.add(own.find() ? own.group(1) : otherwise);
            }
        }
    }

    /** What {@code -n} says. */
    private static String namespace(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-n") || word.equals("--namespace")) {
                return i + 1 < words.size() ? words.get(i + 1) : DEFAULT;
            }
            if (word.startsWith("--namespace=") || word.startsWith("-n=")) {
                return word.substring(word.indexOf('=') + 1);
            }
        }
        return DEFAULT;
    }
}
