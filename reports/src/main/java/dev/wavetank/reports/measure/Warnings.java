package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What makes the figures of a measurement uncertain. */
public final class Warnings {

    /** With fewer, the interval of a p99 misses it more often than it says. */
    private static final int SEEDS_MIN = 15;

    private static final int BEYOND_MIN = 10;
    private static final double PER_CENT = 100;

    private Warnings() {}

    /**
     * Reports what is too little.
     *
     * @param stages that are shown
     * @param percentiles that are shown
     * @return sentences; empty when there is nothing to say
     */
    public static List<String> of(Measurement measurement, List<Stage> stages, List<Double> percentiles) {
        List<String> warnings = new ArrayList<>();
        int seeds = measurement.counted().size();
        if (seeds == 1) {
            warnings.add("one seed gives no interval: its slowest image pull may decide its percentiles; add seeds,"
                    + " such as --seeds 1..20");
        } else if (seeds > 0 && seeds < SEEDS_MIN) {
            warnings.add("an interval of " + seeds + " seeds is rough: take at least " + SEEDS_MIN);
        }
        for (double percentile : percentiles) {
            tail(measurement, stages, percentile, warnings);
        }
        if (seeds > 0
                && measurement.counted().stream().allMatch(run -> run.samples().isEmpty())) {
            warnings.add("no pod went through a stage that is measured");
        }
        return warnings;
    }

    private static void tail(Measurement measurement, List<Stage> stages, double percentile, List<String> warnings) {
        long fewest = Long.MAX_VALUE;
        long count = 0;
        int poor = 0;
        for (Stage stage : stages) {
            PooledSamples pool = measurement.pool(stage);
            long beyond = pool.beyond(percentile);
            if (beyond < BEYOND_MIN) {
                poor++;
                if (beyond < fewest) {
                    fewest = beyond;
                    count = pool.count();
                }
            }
        }
        if (poor > 0 && percentile < PER_CENT) {
            double perSeed = (double) count / measurement.counted().size();
            long needed = (long) Math.ceil(BEYOND_MIN / ((1 - percentile / PER_CENT) * perSeed) - 1e-6);
            warnings.add(String.format(
                    Locale.ROOT,
                    "%s of %s has only %s beyond it, and its interval cannot reach beyond the slowest pod:"
                            + " %d seeds would give %d",
                    StagePercentile.label(percentile),
                    poor == 1 && stages.size() == 1 ? stages.get(0).key() : poor + " of " + stages.size() + " stages",
                    fewest == 1 ? "1 sample" : fewest + " samples",
                    needed,
                    BEYOND_MIN));
        }
    }
}
