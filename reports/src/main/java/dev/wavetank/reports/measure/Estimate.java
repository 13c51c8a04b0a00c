package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import org.jspecify.annotations.Nullable;

/**
 * A percentile of a stage, as the runs of a measurement tell it.
 *
 * @param stage which one
 * @param percentile from 0 to 100
 * @param count samples of all runs, with those that never ended
 * @param never of those, how many never ended
 * @param beyond how many samples lie beyond the percentile
 * @param micros in microseconds; infinite when the percentile lies among those that never ended
 * @param interval where the true percentile is likely to lie, in microseconds; null when fewer than
 *     two runs have samples
 */
public record Estimate(
        Stage stage,
        double percentile,
        long count,
        long never,
        long beyond,
        double micros,
        @Nullable Interval interval) {

    /** Whether the interval is known, and whole above a time in microseconds. */
    public boolean isAbove(double limit) {
        return interval != null && interval.low() > limit;
    }

    /** Whether the interval is known, and whole below a time in microseconds. */
    public boolean isBelow(double limit) {
        return interval != null && interval.high() < limit;
    }

    /** Half of the interval as a share of the percentile; infinite when there is no interval. */
    public double precision() {
        return interval == null || micros <= 0 || Double.isInfinite(interval.high())
                ? Double.POSITIVE_INFINITY
                : interval.halfWidth() / micros;
    }
}
