package dev.wavetank.reports.measure;

import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.VirtualTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A difference that must not be, written {@code p99(pod_startup) > +10%} or {@code p50(pod_startup) > +500ms}.
 *
 * @param of which percentile
 * @param isUpper whether the difference must not be greater; it must not be less otherwise
 * @param limit a share of the base when it is relative, else microseconds; with its sign
 * @param isRelative whether the limit is a share
 */
public record Gate(StagePercentile of, boolean isUpper, double limit, boolean isRelative) {

    private static final Pattern FORM = Pattern.compile("([^<>]*)([<>])\\s*([+-])([^+%-]+)(%?)");
    private static final double PER_CENT = 100;

    /**
     * Reads a gate.
     *
     * @param usual the stage of a text that names none
     * @throws IllegalArgumentException with a sentence
     */
    public static Gate parse(String text, Stage usual) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no limit of a difference: write one such as"
                    + " 'p99(pod_startup) > +10%' or 'p50(pod_startup) > +500ms', with its sign");
        }
        boolean relative = !form.group(5).isEmpty();
        double size =
                relative ? share(form.group(4).strip()) : micros(form.group(4).strip());
        return new Gate(
                StagePercentile.parse(form.group(1), usual),
                form.group(2).equals(">"),
                form.group(3).equals("-") ? -size : size,
                relative);
    }

    private static double share(String number) {
        try {
            return Double.parseDouble(number) / PER_CENT;
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("'" + number + "' is no number of per cent", wrong);
        }
    }

    private static double micros(String span) {
        return (double) VirtualTime.parse(span) / VirtualTime.MICROSECOND;
    }

    /** Whether the whole interval of a difference lies beyond the limit; not when there is no interval. */
    public boolean isFailedBy(Difference difference) {
        Interval interval = interval(difference);
        return interval != null && (isUpper ? interval.low() > limit : interval.high() < limit);
    }

    /** What it says of a difference, in a sentence. */
    public String sentence(Difference difference) {
        Interval interval = interval(difference);
        if (interval == null) {
            return this + " cannot be judged: there is no interval, measure with more seeds";
        }
        String seen = text(isRelative ? difference.relative() : difference.micros()) + ", with 95 % confidence "
                + text(interval.low()) + " to " + text(interval.high());
        return this + (isFailedBy(difference) ? " is true: " : " is not shown: ") + seen;
    }

    private @Nullable Interval interval(Difference difference) {
        return isRelative ? difference.relativeInterval() : difference.interval();
    }

    private String text(double value) {
        if (isRelative) {
            return Percent.signed(value);
        }
        return Double.isInfinite(value)
                ? (value > 0 ? "+never" : "-never")
                : (value < 0 ? "" : "+") + HumanDuration.ofMicros(value);
    }

    @Override
    public String toString() {
        return of + (isUpper ? " > " : " < ") + text(limit);
    }
}
