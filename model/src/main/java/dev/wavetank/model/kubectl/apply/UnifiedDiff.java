package dev.wavetank.model.kubectl.apply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The differences of two texts, as {@code diff -u} prints them: with three lines around each. */
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    private final List<String> before;
    private final List<String> after;
    private final List<Line> lines = new ArrayList<>();

    /**
     * A line of one text or of both.
     *
     * @param mark a space, {@code -} or {@code +}
     * @param oldIndex how many lines of the old text come before it
     * @param newIndex how many lines of the new text come before it
     */
    private record Line(char mark, String text, int oldIndex, int newIndex) {}

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** The hunks; empty when the texts are equal. */
    static String of(String before, String after) {
        UnifiedDiff diff = new UnifiedDiff(lines(before), lines(after));
        diff.compare();
        return diff.hunks();
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("\n"));
    }

    /** Lists all lines along a longest common subsequence, deletions first. */
    private void compare() {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i), i++, j++));
            } else if (i < before.size() && (j == after.size() || common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', before.get(i), i++, j));
            } else {
                lines.add(new Line('+', after.get(j), i, j++));
            }
        }
    }

    private String hunks() {
        StringBuilder text = new StringBuilder();
        int next = 0;
        while (next < lines.size()) {
            if (lines.get(next).mark() == ' ') {
                next++;
                continue;
            }
            int from = Math.max(0, next - CONTEXT);
            int to = end(next);
            append(text, lines.subList(from, to));
            next = to;
        }
        return text.toString();
    }

    /** Where a hunk ends: differences with at most six equal lines between them share one. */
    private int end(int change) {
        int last = change;
        for (int i = change; i < lines.size() && i <= last + 2 * CONTEXT + 1; i++) {
            if (lines.get(i).mark() != ' ') {
                last = i;
            }
        }
        return Math.min(lines.size(), last + 1 + CONTEXT);
    }

    private static void append(StringBuilder text, List<Line> hunk) {
        Line first = hunk.get(0);
        int removed = (int) hunk.stream().filter(line -> line.mark() != '+').count();
        int added = (int) hunk.stream().filter(line -> line.mark() != '-').count();
        text.append("@@ -")
                .append(range(first.oldIndex(), removed))
                .append(" +")
                .append(range(first.newIndex(), added))
                .append(" @@\n");
        hunk.forEach(line -> text.append(line.mark()).append(line.text()).append('\n'));
    }

    /** Where a hunk stands; one of no lines is named after the line before it. */
    private static String range(int before, int count) {
        int start = count == 0 ? before : before + 1;
        return count == 1 ? String.valueOf(start) : start + "," + count;
    }
}
