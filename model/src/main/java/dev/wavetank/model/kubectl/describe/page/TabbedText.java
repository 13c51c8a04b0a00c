package dev.wavetank.model.kubectl.describe.page;

import java.util.Arrays;
import java.util.List;

/**
 * Aligns cells that end in tabs, as Go's {@code text/tabwriter} does: a column is as wide as its longest cell in
 * adjacent lines that have it, and two spaces; a line without it ends the column.
 */
final class TabbedText {

    private static final int PADDING = 2;

    private TabbedText() {}

    /** The text with spaces for tabs; characters that would steer a terminal are written out. */
    static String aligned(String text) {
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        List<String[]> lines = Arrays.stream(
                        whole.replace("\u001b", "^[").replace("\r", "\\r").split("\n", -1))
                .map(line -> line.split("\t", -1))
                .toList();
        List<int[]> widths =
                lines.stream().map(line -> new int[line.length - 1]).toList();
        int columns = widths.stream().mapToInt(line -> line.length).max().orElse(0);
        for (int column = 0; column < columns; column++) {
            measure(lines, widths, column);
        }
        StringBuilder aligned = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String[] cells = lines.get(i);
            for (int j = 0; j < cells.length; j++) {
                aligned.append(cells[j]);
                if (j < cells.length - 1) {
                    aligned.append(" ".repeat(widths.get(i)[j] - length(cells[j])));
                }
            }
            aligned.append('\n');
        }
        return aligned.toString();
    }

    private static void measure(List<String[]> lines, List<int[]> widths, int column) {
        int first = 0;
        while (first < lines.size()) {
            int end = first;
            int width = 0;
            while (end < lines.size() && widths.get(end).length > column) {
                width = Math.max(width, length(lines.get(end)[column]) + PADDING);
                end++;
            }
            for (int i = first; i < end; i++) {
                widths.get(i)[column] = width;
            }
            first = end + 1;
        }
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
