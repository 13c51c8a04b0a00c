package dev.wavetank.model.cron;

import dev.wavetank.model.codec.Quoted;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as Go writes them: {@code 1h30m}, {@code 1.5s}, {@code -20ms}. */
final class GoDuration {

    private static final Pattern PART = Pattern.compile("([0-9]*)(?:\\.([0-9]*))?([^.0-9]*)");
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if it is none, in the words of Go
     */
    static Duration parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        if (rest.isEmpty()) {
            throw invalid(text);
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher parts = PART.matcher(rest);
        int position = 0;
        while (position < rest.length()) {
            parts.region(position, rest.length()).lookingAt();
            nanos = nanos.add(part(parts, text));
            position = parts.end();
        }
        if (nanos.compareTo(MAX) > 0) {
            throw invalid(text);
        }
        long amount = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
        return Duration.ofNanos(negative ? -amount : amount);
    }

    private static BigDecimal part(Matcher parts, String text) {
        String whole = parts.group(1);
        String fraction = parts.group(2) == null ? "" : parts.group(2);
        if (whole.isEmpty() && fraction.isEmpty()) {
            throw invalid(text);
        }
        String unit = parts.group(3);
        if (unit.isEmpty()) {
            throw new IllegalArgumentException("time: missing unit in duration " + Quoted.go(text));
        }
        return new BigDecimal("0" + whole + "." + fraction + "0").multiply(BigDecimal.valueOf(nanos(unit, text)));
    }

    private static long nanos(String unit, String text) {
        return switch (unit) {
            case "ns" -> 1;
            case "us", "\u00b5s", "\u03bcs" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default ->
                throw new IllegalArgumentException(
                        "time: unknown unit " + Quoted.go(unit) + " in duration " + Quoted.go(text));
        };
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("time: invalid duration " + Quoted.go(text));
    }
}
