package dev.wavetank.cli.result;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.measure.output.Table;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes measurements for people: for a terminal, or as Markdown. */
public final class MeasurementText {

    private final PrintStream out;
    private final boolean markdown;

    public MeasurementText(PrintStream out, boolean markdown) {
        this.out = out;
        this.markdown = markdown;
    }

    /** What made the result. */
    public void head(Provenance provenance) {
        provenance.lines().forEach(line -> line(line.label(), line.value()));
        out.println();
    }

    /** Lines of a label and a value, and an empty one. */
    public void lines(Map<String, String> lines) {
        lines.forEach(this::line);
        out.println();
    }

    /** A line of a label and a value. */
    public void line(String label, String value) {
        out.println(markdown ? "- **" + label + "** " + value : String.format(Locale.ROOT, "%-13s%s", label, value));
    }

    /** A table, unless it is empty. */
    public void table(Table table) {
        if (!table.rows().isEmpty()) {
            out.print(markdown ? table.markdown() : table.text());
        }
    }

    /** A table with a sentence above it. */
    public void table(String title, Table table) {
        if (!table.rows().isEmpty()) {
            out.println();
            out.println(title);
            out.print(markdown ? "\n" : "");
            table(table);
        }
    }

    /** What makes the figures uncertain. */
    public void warnings(List<String> warnings) {
        if (!warnings.isEmpty()) {
            out.println();
            warnings.forEach(warning -> line("warning", warning));
        }
    }
}
