package dev.wavetank.model.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How much is equal. */
final class Tally {
    private int equal;
    private int all;
    private final List<String> differences = new ArrayList<>();

    int equal() {
        return equal;
    }

    int all() {
        return all;
    }

    int unequal() {
        return all - equal;
    }

    /** {@code -} was recorded only, {@code +} was simulated only. */
    List<String> differences() {
        return differences;
    }

    @Override
    public String toString() {
        return equal + " of " + all;
    }

    /** Adds lines in any order. */
    void unordered(String where, List<String> one, List<String> other) {
        Map<String, Integer> counts = new TreeMap<>();
        one.forEach(line -> counts.merge(line, 1, Integer::sum));
        other.forEach(line -> counts.merge(line, -1, Integer::sum));
        int missing = 0;
        int surplus = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            missing += Math.max(entry.getValue(), 0);
            surplus += Math.max(-entry.getValue(), 0);
            note(where, entry.getKey(), entry.getValue());
        }
        equal += one.size() - missing;
        all += one.size() + surplus;
    }

    /** Adds so many, of which these are not as they have to be. */
    void judged(int number, List<String> wrong) {
        equal += number - wrong.size();
        all += number;
        differences.addAll(wrong);
    }

    private void note(String where, String line, int count) {
        if (count != 0) {
            differences.add(where + (count > 0 ? " -" : " +") + Math.abs(count) + " " + line);
        }
    }

    /** Adds lines whose order counts: what is equal is the longest common subsequence. */
    void ordered(String where, List<String> one, List<String> other) {
        int[][] common = new int[one.size() + 1][other.size() + 1];
        for (int i = one.size() - 1; i >= 0; i--) {
            for (int j = other.size() - 1; j >= 0; j--) {
                common[i][j] = one.get(i).equals(other.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        equal += common[0][0];
        all += one.size() + other.size() - common[0][0];
        if (!one.equals(other)) {
            differences.add(where + " -" + one + " +" + other);
        }
    }
}
