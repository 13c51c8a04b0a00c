package dev.wavetank.model.gotext;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Durations as {@code duration.HumanDuration} writes them: {@code 34s}, {@code 5m20s}, {@code 22m}, {@code 3d4h}. */
public final class Ages {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;
    private static final long MINUTES_WITH_SECONDS = 10 * MINUTE;
    private static final long HOURS_WITH_MINUTES = 8 * HOUR;
    private static final long DAYS_WITH_HOURS = 8 * DAY;
    private static final long YEARS_WITH_DAYS = 8 * YEAR;

    private Ages() {}

    /** How long ago an instant was, or the text for an unknown age. */
    public static String since(Instant instant, Instant now, String unknown) {
        return instant == null ? unknown : of(Timestamps.between(instant, now));
    }

    /** How long ago the instant in a text was. */
    public static String since(String timestamp, Instant now) {
        try {
            return since(Instant.parse(timestamp), now, "<unknown>");
        } catch (DateTimeParseException notOne) {
            return "<invalid>";
        }
    }

    /** A duration in nanoseconds, with the precision that people want for its size. */
    public static String of(long nanos) {
        long seconds = nanos / VirtualTime.SECOND;
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 3 * HOUR) {
            return minutes(seconds);
        }
        return seconds < 2 * DAY ? hours(seconds) : days(seconds);
    }

    private static String minutes(long seconds) {
        return seconds / MINUTE + "m" + (seconds < MINUTES_WITH_SECONDS ? rest(seconds % MINUTE, "s") : "");
    }

    private static String hours(long seconds) {
        return seconds / HOUR + "h" + (seconds < HOURS_WITH_MINUTES ? rest(seconds / MINUTE % 60, "m") : "");
    }

    private static String days(long seconds) {
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d" + (seconds < DAYS_WITH_HOURS ? rest(seconds / HOUR % 24, "h") : "");
        }
        return seconds / YEAR + "y" + (seconds < YEARS_WITH_DAYS ? rest(seconds / DAY % 365, "d") : "");
    }

    private static String rest(long amount, String unit) {
        return amount == 0 ? "" : amount + unit;
    }
}
