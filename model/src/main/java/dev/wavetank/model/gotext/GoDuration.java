package dev.wavetank.model.gotext;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as {@code time.Duration} reads and writes them: {@code 1h30m0s}, {@code 1.5s}, {@code -20ms}. */
public final class GoDuration {

    private static final Pattern PART = Pattern.compile("([0-9]*)(?:\\.([0-9]*))?([^.0-9]*)");
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private GoDuration() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException when it is none, in the words of Go
     */
    public static Duration parse(String text) {
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

    /** The whole seconds of a duration as Go prints them: {@code 40s}, {@code 5m0s}, {@code 1h0m0s}. */
    public static String seconds(long nanos) {
        long seconds = nanos / 1_000_000_000L;
        String hours = seconds < 3600 ? "" : seconds / 3600 + "h";
        String minutes = seconds < 60 ? "" : seconds / 60 % 60 + "m";
        return hours + minutes + seconds % 60 + "s";
    }

    /** A duration as Go prints it: {@code 51.908369ms}, {@code 9.1s}, {@code 1m20s}, {@code 0s}. */
    public static String text(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return decimal(nanos, 3) + "µs";
        }
        if (nanos < 1_000_000_000) {
            return decimal(nanos, 6) + "ms";
        }
        long minutes = nanos / 60_000_000_000L;
        String hours = minutes < 60 ? "" : minutes / 60 + "h";
        return hours + (minutes == 0 ? "" : minutes % 60 + "m") + decimal(nanos % 60_000_000_000L, 9) + "s";
    }

    private static String decimal(long nanos, int places) {
        return BigDecimal.valueOf(nanos, places).stripTrailingZeros().toPlainString();
    }

    private static BigDecimal part(Matcher parts, String text) {
        String whole = parts.group(1);
        String fraction = parts.group(2) == null ? "" : parts.group(2);
        if (whole.isEmpty() && fraction.isEmpty()) {
            throw invalid(text);
        }
        String unit = parts.group(3);
        if (unit.isEmpty()) {
            throw new IllegalArgumentException("time: missing unit in duration " + GoText.quoted(text));
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
                        "time: unknown unit " + GoText.quoted(unit) + " in duration " + GoText.quoted(text));
        };
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("time: invalid duration " + GoText.quoted(text));
    }
}
