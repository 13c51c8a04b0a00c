package dev.wavetank.reports;

import java.util.Locale;

/** Durations as people read them: three significant digits and one unit up to a minute, whole units beyond. */
public final class HumanDuration {

    private static final long MILLISECOND = 1_000;
    private static final long SECOND = 1_000 * MILLISECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private HumanDuration() {}

    /** Such as {@code 870us}, {@code 12.3ms}, {@code 1.23s}, {@code 2m03s}, {@code 1h02m}. ASCII only. */
    public static String ofMicros(double micros) {
        if (micros < 0) {
            return "-" + ofMicros(-micros);
        }
        long whole = Math.round(micros);
        if (whole < MILLISECOND) {
            return whole == 0 ? "0" : whole + "us";
        }
        if (micros < 999.5 * MILLISECOND) {
            return digits(micros / MILLISECOND) + "ms";
        }
        if (micros < 59.95 * SECOND) {
            return digits(micros / SECOND) + "s";
        }
        return inWholeUnits(whole);
    }

    /** The same for nanoseconds. */
    public static String ofNanos(long nanos) {
        return ofMicros(nanos / 1_000.0);
    }

    private static String inWholeUnits(long micros) {
        long seconds = Math.round((double) micros / SECOND);
        if (micros < HOUR - SECOND / 2) {
            return String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60);
        }
        long minutes = Math.round((double) micros / MINUTE);
        return String.format(Locale.ROOT, "%dh%02dm", minutes / 60, minutes % 60);
    }

    private static String digits(double value) {
        int decimals = 2;
        if (value >= 99.95) {
            decimals = 0;
        } else if (value >= 9.995) {
            decimals = 1;
        }
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
