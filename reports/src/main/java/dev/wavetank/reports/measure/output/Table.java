package dev.wavetank.reports.measure.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of texts.
 *
 * @param columns names of the columns
 * @param rows their texts
 * @param names how many columns, from the left, are names; the others are figures
 */
public record Table(List<String> columns, List<List<String>> rows, int names) {

    /** For a terminal: names to the left, figures to the right. */
    public String text() {
        List<List<String>> all = new ArrayList<>();
        all.add(columns);
        all.addAll(rows);
        int[] widths = new int[columns.size()];
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String blanks = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ").append(i < names ? row.get(i) + blanks : blanks + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** For a pull request. */
    public String markdown() {
        StringBuilder text = new StringBuilder(markdown(columns));
        text.append('|');
        for (int i = 0; i < columns.size(); i++) {
            text.append(i < names ? "---|" : "--:|");
        }
        text.append('\n');
        rows.forEach(row -> text.append(markdown(row)));
        return text.toString();
    }

    private static String markdown(List<String> row) {
        return row.stream().map(text -> text.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** For a spreadsheet, as RFC 4180 says, but with line feeds. */
    public String csv() {
        StringBuilder text = new StringBuilder(csv(columns));
        rows.forEach(row -> text.append(csv(row)));
        return text.toString();
    }

    private static String csv(List<String> row) {
        return row.stream()
                        .map(text -> text.matches("(?s).*[,\"\\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text)
                        .collect(Collectors.joining(","))
                + "\n";
    }
}
