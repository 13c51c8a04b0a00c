package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds commands by the words that are typed, and refuses what is none. */
public final class VerbNames {

    /** Why commands of two words have no meaning in a simulated cluster. */
    private static final Map<String, String> NEVER_BELOW = neverBelow();

    private VerbNames() {}

    /** The command of the first word after {@code kubectl}. */
    static VerbSyntax of(String verb, KubernetesVersion version) {
        return named(verb, version).orElseThrow(() -> {
            String never = never(verb);
            return never.isEmpty() || !Suggestions.commands(version).contains(verb)
                    ? unknown(verb, version)
                    : new UsageException("kubectl " + verb + " is not simulated: " + never);
        });
    }

    private static UsageException unknown(String verb, KubernetesVersion version) {
        boolean isBrief = version.has(Feature.KUBECTL_ONE_ERROR_LINE);
        String offered = Suggestions.of(verb, version);
        if (isBrief) {
            offered = offered.stripTrailing();
        }
        String manual = isBrief ? "" : "\nRun 'kubectl --help' for usage.";
        return UsageException.ofParser("unknown command \"" + verb + "\" for \"kubectl\"" + offered + manual);
    }

    /** Why a command of the real kubectl has no meaning in a simulated cluster; empty for all others. */
    private static String never(String verb) {
        return switch (verb) {
            case "attach", "cp" -> "no program runs in a simulated container";
            case "port-forward", "proxy" -> "no packet leaves the simulated cluster";
            case "edit" -> "there is no editor; write kubectl patch or kubectl apply";
            case "certificate" -> "the simulated cluster signs no certificates";
            case "completion" -> "no shell reads what it prints";
            case "convert" -> "write the object in the version that the server has";
            case "kustomize" -> "there is no Kustomize; write the objects into files, and kubectl apply -f";
            case "plugin" -> "the simulated home has no programs";
            case "rolling-update" -> "write a Deployment, and kubectl set image";
            default -> "";
        };
    }

    private static Map<String, String> neverBelow() {
        Map<String, String> reasons = new TreeMap<>();
        reasons.put("apply edit-last-applied", "there is no editor; write kubectl apply set-last-applied");
        reasons.put("auth reconcile", "write kubectl apply");
        reasons.put("cluster-info dump", "write kubectl get and kubectl logs");
        return reasons;
    }

    /** Rejects a word that makes a command of the real kubectl of another one, where the model has only the other. */
    static void refuseBelow(VerbSyntax command, String word) {
        String words = command.words() + " " + word;
        String never = NEVER_BELOW.getOrDefault(words, "");
        if (!never.isEmpty()) {
            throw new UsageException("kubectl " + words + " is not simulated: " + never);
        }
    }

    /** The command of two words that belong together, such as {@code rollout undo}. */
    static VerbSyntax of(String group, String word, KubernetesVersion version) {
        String never = NEVER_BELOW.getOrDefault(group + " " + word, "");
        if (!never.isEmpty()) {
            throw new UsageException("kubectl " + group + " " + word + " is not simulated: " + never);
        }
        return named(group + " " + fullName(word), version)
                .orElseThrow(() -> new UsageException(
                        "unknown command \"" + word + "\"\nSee 'kubectl " + group + " -h' for help and examples"));
    }

    /** Whether a first word is no command by itself. */
    static boolean isGroup(String word, KubernetesVersion version) {
        return named(word, version).isEmpty() && !inGroup(word, version).isEmpty();
    }

    /** The command of these words in a version. */
    public static Optional<VerbSyntax> named(String words, KubernetesVersion version) {
        return Arrays.stream(VerbSyntax.values())
                .filter(syntax -> syntax.words().equals(words) && syntax.isIn(version))
                .findFirst();
    }

    /** The commands of a version that begin with these words and have more; all for no words. */
    public static List<VerbSyntax> inGroup(String group, KubernetesVersion version) {
        return Arrays.stream(VerbSyntax.values())
                .filter(syntax -> group.isEmpty() || syntax.words().startsWith(group + " "))
                .filter(syntax -> syntax.isIn(version))
                .toList();
    }

    /**
     * The words that may follow these, as pages of help list them: with those of commands that are not simulated.
     *
     * @param group the words of a command; empty for the first word of all
     */
    public static List<String> listed(String group, KubernetesVersion version) {
        if (group.isEmpty()) {
            return Suggestions.commands(version);
        }
        TreeSet<String> next = new TreeSet<>();
        int depth = group.split(" ").length;
        inGroup(group, version).forEach(verb -> next.add(verb.words().split(" ")[depth]));
        NEVER_BELOW.keySet().stream()
                .filter(words -> words.startsWith(group + " "))
                .forEach(words -> next.add(words.substring(group.length() + 1)));
        return List.copyOf(next);
    }

    /** The second word of a command in full: {@code create deploy} is {@code create deployment}. */
    private static String fullName(String word) {
        return switch (word) {
            case "deploy" -> "deployment";
            case "cj" -> "cronjob";
            case "cm" -> "configmap";
            case "ing" -> "ingress";
            case "no", "nodes" -> "node";
            case "ns" -> "namespace";
            case "pc" -> "priorityclass";
            case "po", "pods" -> "pod";
            case "pdb" -> "poddisruptionbudget";
            case "resourcequota" -> "quota";
            case "sa" -> "serviceaccount";
            case "svc" -> "service";
            case "use" -> "use-context";
            default -> word;
        };
    }

    /** The command that a further word makes of another. */
    static Optional<VerbSyntax> following(VerbSyntax command, String word, KubernetesVersion version) {
        return named(command.words() + " " + fullName(word), version);
    }
}
