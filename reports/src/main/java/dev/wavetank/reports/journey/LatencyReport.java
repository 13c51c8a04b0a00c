package dev.wavetank.reports.journey;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * How long each stage took, over all pods of one run or of several.
 *
 * <p>Every pod gives one sample to every stage that it went through. The pods of one Deployment therefore share the
 * samples of the stages before their own creation. Immutable.
 */
public final class LatencyReport {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000.0;
    private static final double MICROS_PER_MILLI = 1_000.0;

    private final Map<Stage, Histogram> micros;
    private final Map<Stage, Long> missing;
    private final long wanted;
    private final boolean isStopped;

    private LatencyReport(Map<Stage, Histogram> micros, Map<Stage, Long> missing, long wanted, boolean isStopped) {
        this.micros = micros;
        this.missing = missing;
        this.wanted = wanted;
        this.isStopped = isStopped;
    }

    /** Counts the stages of all pods of a journey, when nothing is known of what was wanted. */
    public static LatencyReport of(Journey journey) {
        return of(journey, WantedPods.UNKNOWN);
    }

    /** Counts the stages of all pods of a journey, and how many of the wanted ones never came to their ends. */
    public static LatencyReport of(Journey journey, WantedPods wanted) {
        Map<Stage, Histogram> micros = new EnumMap<>(Stage.class);
        for (PodJourney pod : journey.pods()) {
            for (Stage stage : Stage.values()) {
                pod.duration(stage)
                        .ifPresent(nanos -> micros.computeIfAbsent(stage, each -> new Histogram(SIGNIFICANT_DIGITS))
                                .recordValue(Math.round(nanos / NANOS_PER_MICRO)));
            }
        }
        Map<Stage, Long> missing = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            missing.put(stage, wanted.missing(journey, stage));
        }
        return new LatencyReport(micros, missing, wanted.count(), wanted.isStopped());
    }

    /** A report over the samples of both: counts are added, percentiles are never averaged. */
    public LatencyReport merge(LatencyReport other) {
        Map<Stage, Histogram> sum = new EnumMap<>(Stage.class);
        micros.forEach((stage, histogram) -> sum.put(stage, histogram.copy()));
        other.micros.forEach((stage, histogram) -> sum.computeIfAbsent(stage, each -> new Histogram(SIGNIFICANT_DIGITS))
                .add(histogram));
        Map<Stage, Long> absent = new EnumMap<>(missing);
        other.missing.forEach((stage, number) -> absent.merge(stage, number, Long::sum));
        return new LatencyReport(sum, absent, wanted + other.wanted, isStopped || other.isStopped);
    }

    /** The stages that have samples, in the order of the journey, totals last. */
    public List<StageLatency> stages() {
        return micros.keySet().stream().map(this::summary).toList();
    }

    /** How many pods were wanted at the end. */
    public long wanted() {
        return wanted;
    }

    /** One stage, if it has samples. */
    public Optional<StageLatency> stage(Stage stage) {
        return micros.containsKey(stage) ? Optional.of(summary(stage)) : Optional.empty();
    }

    /**
     * The latency that a share of the samples does not exceed, in microseconds.
     *
     * @param percentile from 0 to 100
     * @throws IllegalArgumentException when the stage has no samples
     */
    public long atPercentile(Stage stage, double percentile) {
        Histogram histogram = histogram(stage);
        return Math.min(histogram.getValueAtPercentile(percentile), histogram.getMaxValue());
    }

    /**
     * Writes the percentile distribution of a stage in the {@code .hgrm} format, in milliseconds.
     *
     * @throws IllegalArgumentException when the stage has no samples
     */
    public void writeDistribution(Stage stage, PrintStream out) {
        histogram(stage).outputPercentileDistribution(out, MICROS_PER_MILLI);
    }

    private StageLatency summary(Stage stage) {
        Histogram histogram = histogram(stage);
        return new StageLatency(
                stage,
                histogram.getTotalCount(),
                wanted,
                missing.getOrDefault(stage, 0L),
                isStopped,
                atPercentile(stage, 50),
                atPercentile(stage, 90),
                atPercentile(stage, 99),
                atPercentile(stage, 99.9),
                histogram.getMaxValue(),
                histogram.getMean());
    }

    private Histogram histogram(Stage stage) {
        Histogram histogram = micros.get(stage);
        if (histogram == null) {
            throw new IllegalArgumentException("no samples of " + stage.key());
        }
        return histogram;
    }
}
