package dev.wavetank.reports.measure.output;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.LoadEstimate;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replication;
import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A measurement in figures: its estimates as a table, and its runs in a few lines. */
public final class MeasurementOutput {

    private final Measurement measurement;
    private final List<List<Estimate>> estimates = new ArrayList<>();
    private final List<Double> percentiles;

    /**
     * Makes the estimates.
     *
     * @param stages to show; those that no pod began are left out
     * @param percentiles to show
     */
    public MeasurementOutput(Measurement measurement, List<Stage> stages, List<Double> percentiles) {
        this.measurement = measurement;
        this.percentiles = List.copyOf(percentiles);
        for (Stage stage : stages) {
            if (measurement.stages().contains(stage)) {
                estimates.add(measurement.estimates(stage, percentiles));
            }
        }
    }

    /** The stages that have samples. */
    public List<Stage> stages() {
        return estimates.stream().map(row -> row.get(0).stage()).toList();
    }

    /** The percentiles of each stage. */
    public List<List<Estimate>> estimates() {
        return List.copyOf(estimates);
    }

    /** The runs. */
    public Measurement measurement() {
        return measurement;
    }

    /** A row for each stage. */
    public Table table() {
        List<String> columns = new ArrayList<>(List.of("STAGE", "COUNT", "NEVER"));
        for (double percentile : percentiles) {
            columns.add(StagePercentile.label(percentile).toUpperCase(Locale.ROOT));
            columns.add("95% INTERVAL");
        }
        List<List<String>> rows = new ArrayList<>();
        for (List<Estimate> stage : estimates) {
            Estimate first = stage.get(0);
            List<String> row = new ArrayList<>(
                    List.of(first.stage().key(), Long.toString(first.count()), Long.toString(first.never())));
            for (Estimate estimate : stage) {
                row.add(Figures.time(estimate.micros()));
                row.add(Figures.interval(estimate.interval(), Figures::time));
            }
            rows.add(row);
        }
        return new Table(columns, rows, 1);
    }

    /** The figures themselves, one a row, in nanoseconds. */
    public Table figures() {
        List<List<String>> rows = new ArrayList<>();
        for (List<Estimate> stage : estimates) {
            for (Estimate estimate : stage) {
                Interval interval = estimate.interval();
                rows.add(List.of(
                        estimate.stage().key(),
                        StagePercentile.label(estimate.percentile()),
                        Long.toString(estimate.count()),
                        Long.toString(estimate.never()),
                        Figures.csv(estimate.micros()),
                        interval == null ? "" : Figures.csv(interval.low()),
                        interval == null ? "" : Figures.csv(interval.high())));
            }
        }
        return new Table(List.of("stage", "percentile", "count", "never", "value_ns", "low_ns", "high_ns"), rows, 2);
    }

    /** The runs and their pods, in lines of a label and a value. */
    public Map<String, String> lines() {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("runs", outcomes());
        for (Outcome outcome : List.of(Outcome.BROKEN, Outcome.UNKNOWN)) {
            measurement.first(outcome).ifPresent(run -> lines.put(lower(outcome), first(run)));
        }
        measurement.replications().stream()
                .filter(run -> run.outcome() == Outcome.HELD && !run.findings().isEmpty())
                .findFirst()
                .ifPresent(run -> lines.put("commands", first(run)));
        if (!measurement.leftOut().isEmpty()) {
            lines.put("left out", measurement.leftOut());
        }
        if (!measurement.counted().isEmpty()) {
            lines.put("pods", pods());
        }
        measurement.loads().forEach(load -> lines.put("load " + load.load(), words(load)));
        return lines;
    }

    private String outcomes() {
        int runs = measurement.replications().size();
        List<String> outcomes = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            long count = measurement.count(outcome);
            if (count > 0) {
                outcomes.add(count + " " + lower(outcome));
            }
        }
        return runs + (runs == 1 ? " seed" : " seeds") + (runs == 0 ? "" : ": " + String.join(", ", outcomes));
    }

    private static String first(Replication run) {
        return "first seed " + run.seed() + ": "
                + run.findings().stream().findFirst().orElse("");
    }

    private static String words(LoadEstimate load) {
        Interval interval = load.interval();
        return String.format(
                Locale.ROOT,
                "%,d requests, %,d failed: %.2f of 1,000%s",
                load.count().requests(),
                load.count().failed(),
                load.count().failedOfThousand(),
                interval == null
                        ? ""
                        : String.format(Locale.ROOT, ", 95%% interval %.2f to %.2f", interval.low(), interval.high()));
    }

    private String pods() {
        long never = measurement.neverReady();
        String wanted = measurement.wanted() + " wanted at the end";
        if (never == 0) {
            return wanted + ", all were ready";
        }
        return wanted + ", " + never + " of them never ready"
                + measurement
                        .firstNeverReady()
                        .map(run -> ": first seed " + run.seed()
                                + (run.neverReady().isEmpty()
                                        ? ", " + run.neverCreated() + " never created"
                                        : ", " + run.neverReady().get(0)))
                        .orElse("");
    }

    /** The runs, the pods and the estimates for programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("seeds", measurement.replications().size());
        Map<String, Object> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(lower(outcome), measurement.count(outcome));
        }
        tree.put("outcomes", outcomes);
        if (!measurement.leftOut().isEmpty()) {
            tree.put("leftOut", measurement.leftOut());
        }
        tree.put("podsWanted", measurement.wanted());
        tree.put("podsNeverReady", measurement.neverReady());
        if (!measurement.loads().isEmpty()) {
            tree.put(
                    "loads",
                    measurement.loads().stream().map(MeasurementOutput::load).toList());
        }
        tree.put(
                "estimates",
                estimates.stream()
                        .flatMap(List::stream)
                        .map(MeasurementOutput::estimate)
                        .toList());
        return tree;
    }

    private static Map<String, Object> load(LoadEstimate load) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", load.load());
        tree.put("requests", load.count().requests());
        tree.put("failed", load.count().failed());
        tree.put("failedOfThousand", load.count().failedOfThousand());
        Interval interval = load.interval();
        if (interval != null) {
            Map<String, Object> bounds = new LinkedHashMap<>();
            bounds.put("low", interval.low());
            bounds.put("high", interval.high());
            tree.put("interval", bounds);
        }
        return tree;
    }

    static Map<String, Object> estimate(Estimate estimate) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("stage", estimate.stage().key());
        tree.put("percentile", estimate.percentile());
        tree.put("count", estimate.count());
        tree.put("never", estimate.never());
        tree.put("beyond", estimate.beyond());
        tree.put("value", Figures.nanos(estimate.micros()));
        tree.put("interval", interval(estimate.interval()));
        return tree;
    }

    static @Nullable Map<String, Object> interval(@Nullable Interval interval) {
        if (interval == null) {
            return null;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("low", Figures.nanos(interval.low()));
        tree.put("high", Figures.nanos(interval.high()));
        return tree;
    }

    private static String lower(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
