package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/** Columns of text as Go's {@code text/tabwriter} aligns them with spaces: the last cell of a row is not padded. */
public final class TabWriter {

    private TabWriter() {}

    /** The lines of a table as kubectl's printers lay it out (cli-runtime, pkg/printers/tabwriter.go). */
    public static List<String> printed(List<List<String>> rows, KubernetesVersion kubectl) {
        return lines(rows, least(kubectl), 3);
    }

    private static int least(KubernetesVersion kubectl) {
        return kubectl.has(Feature.KUBECTL_NARROW_COLUMNS) ? 6 : 10;
    }

    /**
     * The lines of a table.
     *
     * @param rows their cells; rows may differ in length
     * @param least the least width of a column, its padding included
     * @param padding spaces between a column's longest cell and the next column
     */
    public static List<String> lines(List<List<String>> rows, int least, int padding) {
        return lines(rows, least, padding, new ArrayList<>());
    }

    /** Further lines of a table as kubectl lays it out, whose columns have had these widths; they may grow. */
    public static List<String> more(List<List<String>> rows, List<Integer> widths, KubernetesVersion kubectl) {
        return lines(rows, least(kubectl), 3, widths);
    }

    private static List<String> lines(List<List<String>> rows, int least, int padding, List<Integer> widths) {
        for (List<String> row : rows) {
            for (int i = 0; i < row.size() - 1; i++) {
                int width =
                        Math.max(least, row.get(i).codePointCount(0, row.get(i).length()) + padding);
                if (i == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(i, Math.max(widths.get(i), width));
                }
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            line.append(cell);
            if (i < row.size() - 1) {
                line.append(" ".repeat(widths.get(i) - cell.codePointCount(0, cell.length())));
            }
        }
        return line.toString();
    }
}
