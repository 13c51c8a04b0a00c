package dev.wavetank.properties.oracle;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts the gaps of controllers over several scenarios. */
public final class CrashPointTable {

    private final Map<String, int[]> counts = new TreeMap<>();

    /** Adds the gaps of a controller in one scenario. */
    public void add(String agent, List<CrashPoint> gaps) {
        int[] count = counts.computeIfAbsent(agent, missing -> new int[2]);
        count[0] += (int) gaps.stream().filter(CrashPoint::isClosed).count();
        count[1] += gaps.size();
    }

    /** Whether there is nothing but closed gaps. */
    public boolean isClosed() {
        return counts.values().stream().allMatch(count -> count[0] == count[1]);
    }

    /** A line for each controller, such as {@code replicaset-controller | crash gaps 37 of 37}. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        int width = counts.keySet().stream().mapToInt(String::length).max().orElse(0);
        counts.forEach((agent, count) -> table.append(String.format(
                Locale.ROOT, "%-" + Math.max(1, width) + "s | crash gaps %d of %d\n", agent, count[0], count[1])));
        return table.toString();
    }
}
