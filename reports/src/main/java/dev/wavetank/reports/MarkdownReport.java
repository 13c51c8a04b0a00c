package dev.wavetank.reports;

import dev.wavetank.reports.journey.StageLatency;
import dev.wavetank.reports.rates.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report for a pull request: short, in Markdown. */
final class MarkdownReport {

    private MarkdownReport() {}

    static String render(Report report) {
        StringBuilder text =
                new StringBuilder("### ").append(escaped(report.title())).append("\n\n");
        text.append("**")
                .append(report.outcome().name().toLowerCase(Locale.ROOT))
                .append("**, ");
        text.append(report.journey().ready())
                .append(" of ")
                .append(report.journey().pods().size());
        text.append(" pods ready after ").append(HumanDuration.ofNanos(report.virtualTime()));
        text.append(" of virtual time.\n\n");
        report.violations()
                .forEach(each ->
                        text.append("- ").append(escaped(each.toString())).append('\n'));
        if (!report.violations().isEmpty()) {
            text.append('\n');
        }
        List<List<String>> stages = new ArrayList<>();
        stages.add(List.of("STAGE", "COUNT", "P50", "P90", "P99", "MAX"));
        for (StageLatency stage : report.latency().stages()) {
            stages.add(List.of(
                    stage.stage().key(),
                    Long.toString(stage.count()),
                    HumanDuration.ofMicros(stage.p50()),
                    HumanDuration.ofMicros(stage.p90()),
                    HumanDuration.ofMicros(stage.p99()),
                    HumanDuration.ofMicros(stage.max())));
        }
        table(stages, 1, text);
        List<Objective> objectives = Objective.of(report.journey(), report.rates());
        if (!objectives.isEmpty()) {
            table(RateText.objectives(objectives), 2, text);
        }
        text.append("<details><summary>What made it</summary>\n\n");
        report.provenance()
                .lines()
                .forEach(line -> text.append("- ")
                        .append(line.label())
                        .append(": ")
                        .append(escaped(line.value()))
                        .append('\n'));
        return text.append("- fingerprint: ")
                .append(report.fingerprint())
                .append("\n\n</details>\n")
                .toString();
    }

    private static void table(List<List<String>> rows, int leftColumns, StringBuilder text) {
        if (rows.size() < 2) {
            return;
        }
        for (int i = 0; i < rows.size(); i++) {
            text.append('|');
            rows.get(i).forEach(cell -> text.append(' ').append(escaped(cell)).append(" |"));
            text.append('\n');
            if (i == 0) {
                text.append('|');
                for (int column = 0; column < rows.get(0).size(); column++) {
                    text.append(column < leftColumns ? "---|" : "---:|");
                }
                text.append('\n');
            }
        }
        text.append('\n');
    }

    /** Names may be hostile: neither a table nor a tag may come from them. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replaceAll("[\\r\\n]+", " ")
                .replaceAll("([*_`\\[\\]])", "\\\\$1");
    }
}
