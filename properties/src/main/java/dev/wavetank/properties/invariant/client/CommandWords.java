package dev.wavetank.properties.invariant.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The words of a kubectl command, as far as {@link CommandsTrue} judges them.
 *
 * @param verb of one word, or of two for {@code rollout}
 * @param object kind and name of the only object; empty for several, or for other forms
 * @param name of the only object
 * @param flags with their values
 */
record CommandWords(String verb, String object, String name, Map<String, String> flags) {

    /** Flags that take no value, of the commands that are judged: the word after any other is its value. */
    private static final Set<String> SWITCHES = Set.of(
            "--force",
            "--ignore-daemonsets",
            "--delete-emptydir-data",
            "--delete-local-data",
            "--disable-eviction",
            "--ignore-not-found",
            "--now",
            "--all",
            "--all-namespaces",
            "-A",
            "--wait",
            "--watch",
            "-w",
            "--record");

    private static final Map<String, String> KINDS = Map.of(
            "pod",
            "pod",
            "pods",
            "pod",
            "po",
            "pod",
            "deployment",
            "deployment",
            "deployments",
            "deployment",
            "deploy",
            "deployment",
            "statefulset",
            "statefulset",
            "sts",
            "statefulset");

    static CommandWords of(List<String> arguments) {
        List<String> plain = new ArrayList<>();
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int end = argument.indexOf('=');
            boolean hasNext = i + 1 < arguments.size() && !arguments.get(i + 1).startsWith("-");
            if (!argument.startsWith("-")) {
                plain.add(argument);
            } else if (end >= 0) {
                flags.put(argument.substring(0, end), argument.substring(end + 1));
            } else {
                flags.put(argument, hasNext && !SWITCHES.contains(argument) ? arguments.get(++i) : "");
            }
        }
        int verbs = !plain.isEmpty() && plain.get(0).equals("rollout") ? 2 : 1;
        if (plain.size() <= verbs || flags.containsKey("-l") || flags.containsKey("-f")) {
            return new CommandWords("", "", "", flags);
        }
        String verb = String.join(" ", plain.subList(0, verbs));
        List<String> rest = plain.subList(verbs, plain.size());
        String[] parts = rest.size() == 1 ? rest.get(0).split("/", 2) : rest.toArray(String[]::new);
        if (parts.length == 1) {
            return new CommandWords(verb, "", parts[0], flags);
        }
        String kind = parts.length == 2 ? KINDS.getOrDefault(parts[0], "") : "";
        return new CommandWords(verb, kind + " " + parts[1], parts[1], flags);
    }

    boolean isJudged() {
        return List.of("drain", "cordon", "uncordon", "scale", "rollout status", "delete", "wait")
                        .contains(verb)
                && !has("-n")
                && !has("--namespace");
    }

    boolean has(String flag) {
        return flags.containsKey(flag);
    }

    Optional<String> value(String flag) {
        return Optional.ofNullable(flags.get(flag));
    }
}
