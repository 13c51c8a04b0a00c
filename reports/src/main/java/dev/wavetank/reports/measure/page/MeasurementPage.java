package dev.wavetank.reports.measure.page;

import dev.wavetank.reports.AttributionSection;
import dev.wavetank.reports.HtmlAssets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the template of the page of a measurement shows. All texts are raw; the template escapes them.
 *
 * @param kind what it is, such as {@code Measurement}
 * @param title name of the scenario
 * @param outcome of the invariants in all runs, in one word
 * @param verdict the same in a few words
 * @param facts what made it
 * @param summary what came out, in sentences
 * @param points what came out of each measurement, when there are several
 * @param tiles the key figures
 * @param gates limits that were to be judged, each in a sentence
 * @param warnings what makes the figures uncertain
 * @param curveLead what the curves show
 * @param curves JSON that is safe inside a script element
 * @param differences tables of them
 * @param attribution where the time went
 * @param attributionLead what its columns are
 * @param percentiles tables of them
 * @param command that makes it again; may be empty
 * @param assets scripts and styles to be inlined
 */
public record MeasurementPage(
        String kind,
        String title,
        String outcome,
        String verdict,
        List<Line> facts,
        List<String> summary,
        List<String> points,
        List<Tile> tiles,
        List<Judgement> gates,
        List<String> warnings,
        String curveLead,
        String curves,
        List<Figures> differences,
        AttributionSection attribution,
        String attributionLead,
        List<Figures> percentiles,
        String command,
        HtmlAssets assets) {

    /**
     * A line of the head.
     *
     * @param label what it is
     * @param value what it says
     */
    public record Line(String label, String value) {}

    /**
     * A key figure.
     *
     * @param label what it measures
     * @param value the figure
     * @param detail a few words below it
     */
    public record Tile(String label, String value, String detail) {}

    /**
     * A limit that was to be judged.
     *
     * @param failed whether it is shown that the limit is passed
     * @param sentence what the runs say
     */
    public record Judgement(boolean failed, String sentence) {}

    /**
     * A table of figures.
     *
     * @param title above it
     * @param lead what is to be known of it
     * @param columns heads of the columns
     * @param names how many of them, from the left, are names
     * @param isDrawn whether each row has its interval drawn, in one more column
     * @param rows its rows
     */
    public record Figures(
            String title, String lead, List<String> columns, int names, boolean isDrawn, List<Row> rows) {}

    /**
     * A row of figures.
     *
     * @param cells texts
     * @param span the interval of the row, as it is drawn in its last column; null when there is none
     */
    public record Row(List<String> cells, @Nullable Span span) {}

    /**
     * An interval that is drawn to the scale of its table. Places are percentages of the width.
     *
     * @param low where it begins
     * @param width how wide it is
     * @param value where the figure is
     * @param zero where no difference is; empty when it is not a difference
     */
    public record Span(String low, String width, String value, String zero) {}
}
