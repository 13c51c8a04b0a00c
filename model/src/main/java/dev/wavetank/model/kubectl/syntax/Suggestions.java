package dev.wavetank.model.kubectl.syntax;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the real command offers instead of a command that it does not know (cobra, SuggestionsFor). */
final class Suggestions {

    private static final int FARTHEST = 2;

    /** The commands of kubectl v1.32, sorted. */
    private static final List<String> COMMANDS = List.of(
            ("annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion"
                            + " config cordon cp create debug delete describe diff drain edit events exec explain"
                            + " expose get kustomize label logs options patch plugin port-forward proxy replace rollout"
                            + " run scale set taint top uncordon version wait")
                    .split(" "));

    private Suggestions() {}

    /** A text that begins with two line ends; empty when no command is like the word. */
    static String of(String word) {
        String typed = word.toLowerCase(Locale.ROOT);
        String similar = COMMANDS.stream()
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
