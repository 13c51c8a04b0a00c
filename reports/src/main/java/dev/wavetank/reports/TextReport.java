package dev.wavetank.reports;

import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.journey.StageLatency;
import dev.wavetank.reports.rates.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reports for the terminal and for plain files: aligned, ASCII only, lines end with a line feed. */
public final class TextReport {

    private static final List<String> COLUMNS = List.of("STAGE", "COUNT", "P50", "P90", "P99", "P99.9", "MAX", "MEAN");

    private TextReport() {}

    /** The head of the report, its violations and the table of stages. */
    public static String render(Report report) {
        StringBuilder text = new StringBuilder();
        report.provenance().lines().forEach(line -> line(text, line.label(), line.value()));
        line(text, "run", report.title());
        line(text, "fingerprint", report.fingerprint());
        line(text, "outcome", lower(report.outcome()) + ", stopped: " + lower(report.stopReason()));
        line(text, "virtual time", HumanDuration.ofNanos(report.virtualTime()) + ", " + report.events() + " events");
        line(
                text,
                "pods",
                report.journey().ready() + " of " + report.journey().pods().size() + " became ready");
        report.loads().forEach(load -> LoadText.lines(load).forEach(each -> line(text, "load", each)));
        report.violations().forEach(violation -> line(text, "violation", violation.toString()));
        text.append('\n').append(table(report.latency()));
        List<Objective> objectives = Objective.of(report.journey(), report.rates());
        if (!objectives.isEmpty()) {
            text.append("\nObjectives of SIG Scalability, over the whole run:\n");
            text.append(RateText.columns(RateText.objectives(objectives), 2));
        }
        if (!report.rates().calls().isEmpty()) {
            text.append("\nAPI calls, most frequent first:\n");
            RateText.columns(RateText.calls(report.rates()), 3)
                    .lines()
                    .forEach(each -> text.append(ascii(each)).append('\n'));
            text.append("\nSeries (their values over time stand in series.csv):\n");
            RateText.columns(RateText.series(report.rates()), 2)
                    .lines()
                    .forEach(each -> text.append(ascii(each)).append('\n'));
        }
        if (!report.parameters().isEmpty()) {
            text.append("\nParameters, and where they come from:\n");
            report.parameters()
                    .forEach(each -> text.append(ascii(each.origin().name().toLowerCase(Locale.ROOT) + "  "
                                    + each.name() + " = " + each.value()
                                    + (each.source().isEmpty() ? "" : "  (" + each.source() + ")")))
                            .append('\n'));
        }
        return text.toString();
    }

    /** The table of stages alone: the steps, then the totals, or one sentence when there are none. */
    public static String table(LatencyReport latency) {
        List<StageLatency> stages = latency.stages();
        if (stages.isEmpty()) {
            return latency.wanted() == 0
                    ? "No pod went through a stage.\n"
                    : "No pod went through a stage; " + latency.wanted() + " were wanted.\n";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(COLUMNS);
        stages.forEach(stage -> rows.add(row(stage)));
        int[] widths = new int[COLUMNS.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        long steps =
                stages.stream().map(StageLatency::stage).filter(Stage::isStep).count();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            if (i > 1 && i == steps + 1) {
                text.append('\n');
            }
            appendRow(text, rows.get(i), widths);
        }
        population(latency).ifPresent(text::append);
        return text.toString();
    }

    /** Says of the last total whose figures leave wanted pods out how many these are. */
    private static Optional<String> population(LatencyReport latency) {
        return latency.stages().stream()
                .filter(stage -> !stage.stage().isStep() && stage.missing() > 0)
                .reduce((one, next) -> next)
                .map(stage -> String.format(
                        Locale.ROOT,
                        "\n%s: %s  p99 of %s\n",
                        stage.stage().key(),
                        HumanDuration.ofMicros(stage.p99()),
                        stage.population()));
    }

    private static List<String> row(StageLatency stage) {
        return List.of(
                stage.stage().key(),
                Long.toString(stage.count()),
                HumanDuration.ofMicros(stage.p50()),
                HumanDuration.ofMicros(stage.p90()),
                HumanDuration.ofMicros(stage.p99()),
                HumanDuration.ofMicros(stage.p999()),
                HumanDuration.ofMicros(stage.max()),
                HumanDuration.ofMicros(stage.mean()));
    }

    private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
        text.append(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
        for (int i = 1; i < widths.length; i++) {
            text.append(" ".repeat(2 + widths[i] - row.get(i).length())).append(row.get(i));
        }
        text.append('\n');
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append(String.format(Locale.ROOT, "%-13s", label))
                .append(ascii(value))
                .append('\n');
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Names may be hostile: what is not printable ASCII, terminal controls above all, is written as its code. */
    private static String ascii(String value) {
        StringBuilder safe = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= ' ' && c <= '~') {
                safe.append(c);
            } else {
                safe.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return safe.toString();
    }
}
