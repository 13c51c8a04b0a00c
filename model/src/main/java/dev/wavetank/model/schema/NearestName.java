package dev.wavetank.model.schema;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name was meant. */
public final class NearestName {
    private NearestName() {}

    /** The name with the fewest typing errors between them, when there are few; the first one among equals. */
    public static Optional<String> of(String written, Collection<String> known) {
        int best = 1 + Math.max(1, written.length() / 3);
        String nearest = null;
        for (String name : known) {
            int distance = distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
            if (distance < best) {
                best = distance;
                nearest = name;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Letters added, dropped, replaced, or swapped with their neighbour (optimal string alignment). */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int replaced = cost[i - 1][j - 1] + (same ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
