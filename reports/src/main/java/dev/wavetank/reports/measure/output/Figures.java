package dev.wavetank.reports.measure.output;

import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Percent;
import dev.wavetank.sim.VirtualTime;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Times, differences and shares as texts. */
final class Figures {

    /** There is no such figure. */
    static final String NONE = "-";

    private Figures() {}

    /** A time in microseconds. */
    static String time(double micros) {
        if (Double.isNaN(micros)) {
            return NONE;
        }
        if (Double.isInfinite(micros)) {
            return micros > 0 ? "never" : "-never";
        }
        return HumanDuration.ofMicros(micros);
    }

    /** A difference in microseconds, with its sign. */
    static String difference(double micros) {
        String text = time(micros);
        return micros > 0 ? "+" + text : text;
    }

    /** A share, with its sign, in per cent. */
    static String change(double share) {
        if (Double.isNaN(share) || Double.isInfinite(share)) {
            return NONE;
        }
        return Percent.signed(share);
    }

    /** Both ends. */
    static String interval(@Nullable Interval interval, DoubleFunction<String> text) {
        return interval == null ? NONE : text.apply(interval.low()) + ".." + text.apply(interval.high());
    }

    /** Whole nanoseconds of a number of microseconds; null when it is infinite or none. */
    static @Nullable Long nanos(double micros) {
        return Double.isNaN(micros) || Double.isInfinite(micros) ? null : Math.round(micros * VirtualTime.MICROSECOND);
    }

    /** The same for CSV: {@code never} when it is infinite, empty when there is none. */
    static String csv(double micros) {
        Long nanos = nanos(micros);
        return nanos != null ? nanos.toString() : Double.isNaN(micros) ? "" : "never";
    }
}
