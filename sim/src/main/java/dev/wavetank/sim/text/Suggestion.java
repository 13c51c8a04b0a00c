package dev.wavetank.sim.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * The known name that a user most likely meant by an unknown one.
 *
 * <p>The measure is the optimal string alignment distance (Damerau, 1964): the least number of letters inserted,
 * deleted, replaced, or exchanged with their neighbour. Upper and lower case are equal. A name is suggested when at
 * most a third of its letters differ, or when it begins or ends with what was written; never when only digits differ:
 * who writes {@code node-4} where there are three nodes does not mean {@code node-1}.
 */
public final class Suggestion {

    /** One change in so many letters is a slip; more is another word. */
    private static final int LETTERS_PER_CHANGE = 3;

    /** A shorter fragment begins too many names. */
    private static final int SHORTEST_FRAGMENT = 4;

    private Suggestion() {}

    /**
     * The nearest name; of several, the first. Empty when none is near.
     *
     * @param written what the user wrote
     * @param known the valid names
     */
    public static Optional<String> of(String written, Collection<String> known) {
        String wanted = written.toLowerCase(Locale.ROOT);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String name : known) {
            String candidate = name.toLowerCase(Locale.ROOT);
            int distance = distance(wanted, candidate);
            int allowed = Math.max(1, Math.max(wanted.length(), candidate.length()) / LETTERS_PER_CHANGE);
            boolean isNear = distance <= allowed || isFragment(wanted, candidate);
            if (isNear && distance < least && !onlyDigitsDiffer(wanted, candidate)) {
                nearest = name;
                least = distance;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /**
     * The question that goes before the advice of an error, such as {@code "did you mean 'x'? "}; empty without a
     * suggestion.
     */
    public static String question(String written, Collection<String> known) {
        return of(written, known).map(name -> "did you mean '" + name + "'? ").orElse("");
    }

    private static boolean onlyDigitsDiffer(String wanted, String candidate) {
        return !wanted.equals(candidate) && withoutDigits(wanted).equals(withoutDigits(candidate));
    }

    private static String withoutDigits(String name) {
        return name.replaceAll("[0-9]", "");
    }

    private static boolean isFragment(String wanted, String candidate) {
        return wanted.length() >= SHORTEST_FRAGMENT && (candidate.startsWith(wanted) || candidate.endsWith(wanted));
    }

    private static int distance(String left, String right) {
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = last[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[right.length()];
    }
}
