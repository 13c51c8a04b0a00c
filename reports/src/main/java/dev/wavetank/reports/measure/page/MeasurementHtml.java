package dev.wavetank.reports.measure.page;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.HtmlAssets;
import dev.wavetank.reports.HtmlTemplates;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replication;
import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.page.CurveData.Line;
import dev.wavetank.reports.measure.page.MeasurementPage.Tile;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Turns a measurement into one HTML page that opens from disk. */
public final class MeasurementHtml {

    private MeasurementHtml() {}

    /**
     * The page of one measurement.
     *
     * @param title such as the name of the scenario
     * @param provenance what made it
     * @param output its figures
     * @param warnings what makes them uncertain
     */
    public static String render(String title, Provenance provenance, MeasurementOutput output, List<String> warnings) {
        Measurement measurement = output.measurement();
        List<Stage> stages = mainFirst(output.stages());
        return HtmlTemplates.render(
                "measurement.jte",
                new MeasurementPage(
                        "Measurement",
                        title,
                        outcome(List.of(measurement)),
                        verdict(List.of(measurement)),
                        facts(provenance),
                        summary(title, output, stages),
                        List.of(),
                        tiles(output, stages),
                        List.of(),
                        warnings,
                        "Time by percentile over the pods of all seeds. The shaded band is the interval of 95 %"
                                + " confidence.",
                        CurveData.json(stages, List.of(new Line("all seeds", measurement))),
                        List.of(),
                        DivisionSection.of(measurement),
                        "",
                        List.of(FigureTable.stages(output.estimates())),
                        provenance.command(),
                        HtmlAssets.ofMeasurement()));
    }

    private static List<String> summary(String title, MeasurementOutput output, List<Stage> stages) {
        Measurement measurement = output.measurement();
        List<String> summary = new ArrayList<>();
        summary.add(title + " was run with "
                + Words.seeds(measurement.replications().size()) + ". " + runs(measurement));
        if (!stages.isEmpty()) {
            summary.add(Words.sentence(ofStage(output, stages.get(0))));
            summary.add(spread(measurement, stages.get(0), highest(ofStage(output, stages.get(0)))));
        }
        summary.add(DivisionSection.sentence(measurement.division()));
        return summary.stream().filter(sentence -> !sentence.isEmpty()).toList();
    }

    private static List<Estimate> ofStage(MeasurementOutput output, Stage stage) {
        return output.estimates().stream()
                .filter(row -> row.get(0).stage() == stage)
                .findFirst()
                .orElseThrow();
    }

    private static double highest(List<Estimate> estimates) {
        return estimates.get(estimates.size() - 1).percentile();
    }

    /** What a reader of a single run would have seen. */
    private static String spread(Measurement measurement, Stage stage, double percentile) {
        DoubleSummaryStatistics bySeed = measurement.counted().stream()
                .filter(run -> run.of(stage).count() > 0)
                .mapToDouble(run -> new Measurement(List.of(run))
                        .estimate(stage, percentile)
                        .micros())
                .summaryStatistics();
        return bySeed.getCount() < 2
                ? ""
                : "A single seed would have said anything from " + Words.time(bySeed.getMin()) + " to "
                        + Words.time(bySeed.getMax()) + " for the " + StagePercentile.label(percentile) + ".";
    }

    private static List<Tile> tiles(MeasurementOutput output, List<Stage> stages) {
        Measurement measurement = output.measurement();
        List<Tile> tiles = new ArrayList<>();
        tiles.add(readyTile(measurement));
        if (!stages.isEmpty()) {
            for (Estimate estimate : ofStage(output, stages.get(0))) {
                tiles.add(tile("", estimate));
            }
        }
        return tiles;
    }

    static Tile readyTile(Measurement measurement) {
        return new Tile(
                "Pods ready",
                Words.number(measurement.wanted() - measurement.neverReady()),
                "of " + Words.number(measurement.wanted()) + " in "
                        + Words.seeds(measurement.counted().size()));
    }

    static Tile tile(String of, Estimate estimate) {
        return new Tile(
                StagePercentile.label(estimate.percentile()) + ", " + shortName(estimate.stage())
                        + (of.isEmpty() ? "" : ", " + of),
                Words.time(estimate.micros()),
                Words.interval(estimate.interval(), Words::time));
    }

    private static String shortName(Stage stage) {
        return stage == Stage.POD_STARTUP ? "pod startup" : stage.title().toLowerCase(Locale.ROOT);
    }

    /** The command's time is what a user waits for; without it the pod's own. */
    static List<Stage> mainFirst(List<Stage> stages) {
        List<Stage> sorted = new ArrayList<>(stages);
        sorted.sort(Comparator.comparingInt(
                stage -> stage == Stage.COMMAND_TO_READY ? 0 : stage == Stage.POD_STARTUP ? 1 : 2));
        return sorted;
    }

    static List<MeasurementPage.Line> facts(Provenance provenance) {
        return provenance.lines().stream()
                .map(line -> new MeasurementPage.Line(
                        line.label().substring(0, 1).toUpperCase(Locale.ROOT)
                                + line.label().substring(1),
                        line.value()))
                .toList();
    }

    static String outcome(List<Measurement> measurements) {
        Outcome worst = Outcome.HELD;
        for (Measurement each : measurements) {
            if (each.count(Outcome.BROKEN) > 0) {
                worst = Outcome.BROKEN;
            } else if (each.count(Outcome.UNKNOWN) > 0 && worst == Outcome.HELD) {
                worst = Outcome.UNKNOWN;
            }
        }
        return worst.name().toLowerCase(Locale.ROOT);
    }

    static String verdict(List<Measurement> measurements) {
        long runs = measurements.stream()
                .mapToLong(each -> each.replications().size())
                .sum();
        long broken = measurements.stream()
                .mapToLong(each -> each.count(Outcome.BROKEN))
                .sum();
        long unknown = measurements.stream()
                .mapToLong(each -> each.count(Outcome.UNKNOWN))
                .sum();
        if (broken > 0) {
            return Words.number(broken) + " of " + Words.number(runs) + " runs broke an invariant";
        }
        return unknown > 0
                ? Words.number(unknown) + " of " + Words.number(runs) + " runs were not decided"
                : "Every invariant held in " + (runs == 1 ? "the run" : "all " + Words.number(runs) + " runs");
    }

    /** What became of the pods, and the first run that shows what went wrong. */
    static String runs(Measurement measurement) {
        String pods = measurement.leftOut().isEmpty() ? "" : measurement.leftOut() + " and count nowhere; ";
        if (!measurement.counted().isEmpty()) {
            long never = measurement.neverReady();
            pods += Words.number(measurement.wanted())
                    + (never == 0
                            ? " pods were wanted at the end, and all were ready; "
                            : " pods were wanted at the end, and " + Words.number(never)
                                    + " of them were never ready; ");
        }
        Optional<Replication> wrong = measurement.first(Outcome.BROKEN).or(() -> measurement.first(Outcome.UNKNOWN));
        return pods.replaceFirst("; $", "")
                + wrong.map(run -> "; the first run that is "
                                + run.outcome().name().toLowerCase(Locale.ROOT) + " has seed " + run.seed()
                                + run.findings().stream()
                                        .findFirst()
                                        .map(finding -> ": " + finding)
                                        .orElse(""))
                        .orElse("")
                + ".";
    }
}
