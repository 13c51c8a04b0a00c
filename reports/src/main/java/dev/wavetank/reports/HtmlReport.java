package dev.wavetank.reports;

import dev.wavetank.reports.HtmlPage.Fact;
import dev.wavetank.reports.HtmlPage.Share;
import dev.wavetank.reports.HtmlPage.StageRow;
import dev.wavetank.reports.HtmlPage.Tile;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.journey.StageLatency;
import dev.wavetank.reports.rates.Objective;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Turns a report into one HTML page that opens from disk. */
final class HtmlReport {

    private static final String NONE = "-";

    private HtmlReport() {}

    static String render(Report report) {
        return HtmlTemplates.render("report.jte", page(report));
    }

    private static HtmlPage page(Report report) {
        LatencyReport latency = report.latency();
        return new HtmlPage(
                report.title(),
                lower(report.outcome()),
                summary(report),
                facts(report),
                tiles(report),
                rows(latency, true),
                rows(latency, false),
                shares(latency.stages()),
                WaterfallLayout.of(report),
                AttributionSection.of(report.attribution()),
                report.loads().stream().map(LoadText::section).toList(),
                report.violations().stream().map(HtmlReport::broken).toList(),
                report.story(),
                objectives(report),
                RateCharts.json(report),
                report.parameters().stream()
                        .map(each -> List.of(each.name(), each.value(), lower(each.origin()), each.source()))
                        .toList(),
                PercentileCurves.json(latency),
                HtmlAssets.ofRun());
    }

    private static List<List<String>> objectives(Report report) {
        List<List<String>> rows = RateText.objectives(Objective.of(report.journey(), report.rates()));
        return rows.subList(1, rows.size());
    }

    private static HtmlPage.Broken broken(Report.Violation violation) {
        return new HtmlPage.Broken(
                violation.invariant() + ": " + violation.sentence(),
                violation.object(),
                violation.seen(),
                VirtualTime.format(violation.at()));
    }

    private static String summary(Report report) {
        return switch (report.outcome()) {
            case HELD -> "Every invariant held";
            case BROKEN -> count(report.violations().size(), "violation");
            case UNKNOWN -> "Not decided";
        };
    }

    private static List<Fact> facts(Report report) {
        List<Fact> facts = new ArrayList<>();
        report.provenance().lines().forEach(line -> facts.add(new Fact(capitalized(line.label()), line.value())));
        facts.add(new Fact("Fingerprint", report.fingerprint()));
        facts.add(new Fact("Stopped by", lower(report.stopReason())));
        facts.add(new Fact("Virtual time", HumanDuration.ofNanos(report.virtualTime())));
        facts.add(new Fact("Events", number(report.events())));
        return facts;
    }

    private static String capitalized(String label) {
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    private static List<Tile> tiles(Report report) {
        Optional<StageLatency> startup = report.latency().stage(Stage.POD_STARTUP);
        Optional<StageLatency> command = report.latency().stage(Stage.COMMAND_TO_READY);
        int pods = report.journey().pods().size();
        return List.of(
                new Tile(
                        "Pods that became ready",
                        number(report.journey().ready()),
                        "of " + number(pods) + ", " + faultsIn(report)),
                new Tile(
                        "Pod startup, p50",
                        startup.map(each -> human(each.p50())).orElse(NONE),
                        "half are faster"),
                new Tile(
                        "Pod startup, p99",
                        startup.map(each -> human(each.p99())).orElse(NONE),
                        startup.map(each -> "p99 of " + each.population()).orElse("created to seen ready")),
                new Tile(
                        "Pod startup, max",
                        startup.map(each -> human(each.max())).orElse(NONE),
                        "the slowest pod"),
                new Tile(
                        "Command, p99",
                        command.map(each -> human(each.p99())).orElse(NONE),
                        command.map(each -> "p99 of " + each.population()).orElse("request to seen ready")),
                costliest(report.latency()));
    }

    private static String faultsIn(Report report) {
        int faults = report.journey().faults().size();
        return faults == 0 ? "without faults" : "through " + count(faults, "fault");
    }

    private static Tile costliest(LatencyReport latency) {
        return latency.stages().stream()
                .filter(each -> each.stage().isStep())
                .max(Comparator.comparingDouble(StageLatency::mean))
                .map(each -> new Tile(
                        "Costliest step, mean", human(each.mean()), each.stage().title()))
                .orElse(new Tile("Costliest step, mean", NONE, "no steps"));
    }

    private static List<StageRow> rows(LatencyReport latency, boolean steps) {
        return latency.stages().stream()
                .filter(each -> each.stage().isStep() == steps)
                .map(HtmlReport::row)
                .toList();
    }

    private static StageRow row(StageLatency latency) {
        List<String> cells = List.of(
                number(latency.count())
                        + (latency.missing() == 0 ? "" : " (" + number(latency.missing()) + " missing)"),
                human(latency.p50()),
                human(latency.p90()),
                human(latency.p99()),
                human(latency.p999()),
                human(latency.max()),
                human(latency.mean()));
        return new StageRow(latency.stage().key(), latency.stage().title(), cells);
    }

    private static List<Share> shares(List<StageLatency> stages) {
        List<StageLatency> steps =
                stages.stream().filter(each -> each.stage().isStep()).toList();
        double sum = steps.stream().mapToDouble(StageLatency::mean).sum();
        List<Share> shares = new ArrayList<>();
        double x = 0;
        for (StageLatency step : steps) {
            double percent = sum == 0 ? 0 : 100 * step.mean() / sum;
            String title = String.format(
                    Locale.ROOT, "%s: %s on average, %.1f %%", step.stage().title(), human(step.mean()), percent);
            shares.add(new Share(step.stage().key(), percent(x), percent(percent), title));
            x += percent;
        }
        return shares;
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.3f%%", value);
    }

    private static String human(double micros) {
        return HumanDuration.ofMicros(micros);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
