package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the real command offers instead of a command that it does not know (cobra, SuggestionsFor). */
final class Suggestions {

    private static final int FARTHEST = 2;

    /** The commands of kubectl v1.32 and those that were removed before, in the order in which it adds them. */
    private static final List<String> COMMANDS =
            List.of(("create expose run set explain get edit delete rollout rolling-update scale autoscale certificate"
                            + " cluster-info top cordon uncordon drain taint describe logs attach exec port-forward"
                            + " proxy cp auth debug events diff apply patch replace wait convert kustomize label"
                            + " annotate completion config plugin version api-versions api-resources options")
                    .split(" "));

    private Suggestions() {}

    /** The commands of a version. */
    static List<String> commands(KubernetesVersion version) {
        return COMMANDS.stream().filter(command -> isIn(command, version)).toList();
    }

    private static boolean isIn(String command, KubernetesVersion version) {
        return switch (command) {
            case "api-resources" -> version.has(Feature.KUBECTL_API_RESOURCES);
            case "convert" -> version.has(Feature.KUBECTL_CONVERT);
            case "debug" -> version.has(Feature.KUBECTL_DEBUG);
            case "diff" -> version.has(Feature.KUBECTL_DIFF);
            case "events" -> version.has(Feature.KUBECTL_EVENTS);
            case "kustomize" -> version.has(Feature.KUBECTL_KUSTOMIZE);
            case "rolling-update" -> version.has(Feature.KUBECTL_ROLLING_UPDATE);
            case "wait" -> version.has(Feature.KUBECTL_WAIT);
            default -> true;
        };
    }

    /** A text that begins with two line ends; empty when no command is like the word. */
    static String of(String word, KubernetesVersion version) {
        String typed = word.toLowerCase(Locale.ROOT);
        String similar = commands(version).stream()
                .filter(command -> command.startsWith(typed) || distance(typed, command) <= FARTHEST)
                .map(command -> "\t" + command + "\n")
                .collect(Collectors.joining());
        return similar.isEmpty() ? "" : "\n\nDid you mean this?\n" + similar;
    }

    /** How many letters have to be added, left out or replaced (Levenshtein). */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
