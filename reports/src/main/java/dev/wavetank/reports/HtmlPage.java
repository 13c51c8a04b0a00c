package dev.wavetank.reports;

import java.util.List;

/**
 * Everything that the template of the HTML page shows. All texts are raw; the template escapes them.
 *
 * @param title heading of the page
 * @param outcome in one word
 * @param summary outcome and stop reason in a sentence
 * @param facts seed, fingerprint and so on
 * @param tiles the key figures
 * @param steps rows of the table of steps
 * @param totals rows of the table that span several steps
 * @param shares where the mean pod spends its time
 * @param waterfall the journeys over virtual time
 * @param attribution where the time of the pods went
 * @param loads what became of the requests of each load
 * @param violations the invariants that broke
 * @param story what led to the first of them, step by step
 * @param objectives rows of the table of objectives
 * @param rates the charts over virtual time, JSON that is safe inside a script element; may be empty
 * @param parameters the durations that the run was computed with: name, value, origin, source
 * @param curves the percentile curves, JSON that is safe inside a script element
 * @param assets scripts and styles to be inlined
 */
public record HtmlPage(
        String title,
        String outcome,
        String summary,
        List<Fact> facts,
        List<Tile> tiles,
        List<StageRow> steps,
        List<StageRow> totals,
        List<Share> shares,
        Waterfall waterfall,
        AttributionSection attribution,
        List<Load> loads,
        List<Broken> violations,
        List<String> story,
        List<List<String>> objectives,
        String rates,
        List<List<String>> parameters,
        String curves,
        HtmlAssets assets) {

    /**
     * An invariant that broke.
     *
     * @param title its name and what it says
     * @param object what broke it
     * @param seen what was wrong with it
     * @param time for people
     */
    public record Broken(String title, String object, String seen, String time) {}

    /**
     * What became of the requests of one load.
     *
     * @param heading name and figures
     * @param latency percentiles of the answered requests, in a sentence; may be empty
     * @param rows one for each kind of failure: outcome, pod, count, when, why
     */
    public record Load(String heading, String latency, List<List<String>> rows) {}

    /**
     * A line of the head.
     *
     * @param label what it is
     * @param value what it says
     */
    public record Fact(String label, String value) {}

    /**
     * A key figure.
     *
     * @param label what it measures
     * @param value the figure
     * @param detail a few words below it
     */
    public record Tile(String label, String value, String detail) {}

    /**
     * A row of the table of stages.
     *
     * @param key stable name of the stage
     * @param title what happens in it
     * @param cells count, percentiles, maximum and mean
     */
    public record StageRow(String key, String title, List<String> cells) {}

    /**
     * A part of the bar that shows where the time goes.
     *
     * @param key stable name of the stage
     * @param x where it begins, in percent
     * @param width how wide it is, in percent
     * @param title stage, mean and share
     */
    public record Share(String key, String x, String width, String title) {}
}
