package dev.wavetank.sim;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Virtual time: a {@code long} number of nanoseconds since the start of the run.
 *
 * <p>Spans of time use the same unit. This class holds the units and the two text forms; it has no instances
 * because a plain {@code long} costs the event list nothing.
 */
public final class VirtualTime {

    /** One microsecond, in nanoseconds. */
    public static final long MICROSECOND = 1_000L;

    /** One millisecond, in nanoseconds. */
    public static final long MILLISECOND = 1_000_000L;

    /** One second, in nanoseconds. */
    public static final long SECOND = 1_000_000_000L;

    /** One minute, in nanoseconds. */
    public static final long MINUTE = 60 * SECOND;

    /** One hour, in nanoseconds. */
    public static final long HOUR = 60 * MINUTE;

    /**
     * The longest span that is read, in nanoseconds: ten years. Sums of spans, such as a fault's end or a bound of
     * many terms, are then far from the end of virtual time, which is after 292 years.
     */
    public static final long SPAN_MAX = 87_600 * HOUR;

    private static final Pattern TERM = Pattern.compile("([0-9]{1,12})(?:\\.([0-9]{1,9}))?(h|ms|us|ns|m|s)");

    /** The calendar instant at which every run begins. */
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private VirtualTime() {}

    /** The calendar time at an instant of virtual time, in nanoseconds. */
    public static Instant calendar(long now) {
        return EPOCH.plusNanos(now);
    }

    /** The time as seconds with microseconds, such as {@code 12.030000s}. Finer digits are cut off. */
    public static String format(long nanos) {
        long micros = Math.abs(nanos) / MICROSECOND;
        String fraction = Long.toString(1_000_000 + micros % 1_000_000).substring(1);
        return (nanos < 0 ? "-" : "") + micros / 1_000_000 + "." + fraction + "s";
    }

    /**
     * A duration in readable form: the largest units that give whole numbers, such as {@code 1m30s} or {@code 250ms}.
     * {@link #parse} reads it back to the same number, unless it is negative or longer than {@link #SPAN_MAX}.
     */
    public static String span(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder(nanos < 0 ? "-" : "");
        long rest = Math.abs(nanos);
        String[] units = {"h", "m", "s", "ms", "us", "ns"};
        long[] sizes = {HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, 1};
        for (int i = 0; i < units.length; i++) {
            if (rest >= sizes[i]) {
                text.append(rest / sizes[i]).append(units[i]);
                rest %= sizes[i];
            }
        }
        return text.toString();
    }

    /**
     * Reads a span of time in Go's notation: {@code 10m}, {@code 1.5s}, {@code 250ms}, {@code 1h30m}; {@code 0} needs
     * no unit.
     *
     * @throws IllegalArgumentException when the text is not such a span or is longer than {@link #SPAN_MAX}, naming the
     *     text
     */
    public static long parse(String text) {
        if (text.equals("0")) {
            return 0;
        }
        Matcher matcher = TERM.matcher(text);
        long total = 0;
        int end = 0;
        try {
            while (end < text.length() && matcher.find(end) && matcher.start() == end) {
                total = Math.addExact(total, term(matcher));
                end = matcher.end();
            }
        } catch (ArithmeticException tooLong) {
            throw new IllegalArgumentException(tooLong(text), tooLong);
        }
        if (text.isEmpty() || end != text.length()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a span of time: write a number and a unit, such as 250ms, 1.5s, 10m or 1h30m");
        }
        if (total > SPAN_MAX) {
            throw new IllegalArgumentException(tooLong(text));
        }
        return total;
    }

    private static String tooLong(String text) {
        return "'" + text + "' is too long a span of time: write at most " + span(SPAN_MAX) + ", which is ten years";
    }

    private static long term(Matcher matcher) {
        long unit = switch (matcher.group(3)) {
            case "h" -> HOUR;
            case "m" -> MINUTE;
            case "s" -> SECOND;
            case "ms" -> MILLISECOND;
            case "us" -> MICROSECOND;
            default -> 1;
        };
        if (matcher.group(2) == null) {
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
        }
        return new BigDecimal(matcher.group(1) + "." + matcher.group(2))
                .multiply(BigDecimal.valueOf(unit))
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
    }
}
