package dev.wavetank.model.scheduler.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was compared with a recording, and what was equal. */
final class Tally {

    private static final int SHOWN = 40;

    private final Map<String, int[]> counts = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    void compare(String what, String where, Object actual, Object expected) {
        int[] count = counts.computeIfAbsent(what, first -> new int[2]);
        count[1]++;
        if (actual.equals(expected)) {
            count[0]++;
        } else if (differences.size() < SHOWN) {
            differences.add(what + " " + where + ": " + actual + " instead of " + expected);
        }
    }

    /** The first differences. */
    List<String> differences() {
        return differences;
    }

    /** How many comparisons of that kind there were. */
    int compared(String what) {
        return counts.getOrDefault(what, new int[2])[1];
    }

    /** A line for each kind: how many of how many are equal. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((what, count) -> text.append(String.format("%-45s %6d of %d%n", what, count[0], count[1])));
        return text.toString();
    }
}
