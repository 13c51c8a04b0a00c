package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How well a percentile has to be known, written {@code p99(pod_startup)=5%}: the interval reaches at most so far to
 * either side, on average.
 *
 * @param of which percentile
 * @param share half of the interval as a share of the percentile, such as 0.05
 */
public record Precision(StagePercentile of, double share) {

    private static final Pattern FORM = Pattern.compile("(.*)=\\s*([0-9]+(?:\\.[0-9]+)?)\\s*%");
    private static final double PER_CENT = 100;

    /** The interval of fewer runs may be narrow by chance. */
    private static final int SEEDS_MIN = 20;

    /**
     * Reads a precision.
     *
     * @param usual the stage of a text that names none
     * @throws IllegalArgumentException with a sentence
     */
    public static Precision parse(String text, Stage usual) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no precision: write one such as p99=5% or" + " p50(create_to_schedule)=2%");
        }
        double share = Double.parseDouble(form.group(2)) / PER_CENT;
        if (share <= 0) {
            throw new IllegalArgumentException("a precision of 0 % is never reached: write one such as p99=5%");
        }
        return new Precision(StagePercentile.parse(form.group(1), usual), share);
    }

    /** Whether a measurement has it. */
    public boolean isReachedBy(Measurement measurement) {
        return measurement.counted().size() >= SEEDS_MIN
                && measurement.stages().contains(of.stage())
                && measurement.estimate(of.stage(), of.percentile()).precision() <= share;
    }

    @Override
    public String toString() {
        return of + "=" + Percent.of(share);
    }
}
