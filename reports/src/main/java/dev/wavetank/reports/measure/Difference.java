package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import org.jspecify.annotations.Nullable;

/**
 * By how much a percentile of one measurement differs from that of another, its base.
 *
 * @param stage which one
 * @param percentile from 0 to 100
 * @param base the percentile of the base
 * @param other the percentile of the other
 * @param micros the other less the base, in microseconds
 * @param interval where the true difference is likely to lie, in microseconds; null when it is unknown
 * @param relative the difference as a share of the base; not a number when the base is 0 or infinite
 * @param relativeInterval where the true share is likely to lie; null when it is unknown
 * @param varianceRemoved the share of the difference's variance that is gone because both have the same seeds; not a
 *     number when they have not, or when there is no variance
 */
public record Difference(
        Stage stage,
        double percentile,
        Estimate base,
        Estimate other,
        double micros,
        @Nullable Interval interval,
        double relative,
        @Nullable Interval relativeInterval,
        double varianceRemoved) {

    /** What can be said of a difference. */
    public enum Verdict {
        /** The whole interval is below zero. */
        LOWER,
        /** The whole interval is above zero. */
        HIGHER,
        /** The interval contains zero, so the runs do not show a difference. */
        UNCLEAR,
        /** There is no interval. */
        UNKNOWN
    }

    /** What the interval says. */
    public Verdict verdict() {
        if (interval == null) {
            return Verdict.UNKNOWN;
        }
        if (interval.contains(0)) {
            return Verdict.UNCLEAR;
        }
        return interval.high() < 0 ? Verdict.LOWER : Verdict.HIGHER;
    }
}
