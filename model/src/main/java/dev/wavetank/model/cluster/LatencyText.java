package dev.wavetank.model.cluster;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Latencies as text, read in the forms in which they are printed: {@code 30ms to 80ms}, each of which is equally
 * likely; {@code 300us (99 of 100 below 2ms)}, log-normal; {@code exactly 50ms}; {@code quantiles 1ms 2ms 9ms}, the
 * smallest, the middle and the greatest that were observed; and, to be read only, a median by
 * itself, whose 99th percentile is six times as long.
 */
final class LatencyText {

    /** The ratio of the 99th percentile to the median, for a latency with only a median. */
    private static final long TAIL = 6;

    private static final Pattern RANGE = Pattern.compile("(\\S+) to (\\S+)");
    private static final Pattern EXACTLY = Pattern.compile("exactly (\\S+)");
    private static final Pattern PERCENTILES = Pattern.compile("(\\S+) \\(99 of 100 below (\\S+)\\)");

    private static final String QUANTILES = "quantiles ";

    /** Where a value comes from, for its readers. */
    private static final String FITTED = " fitted to .*$";

    private LatencyText() {}

    static String of(Distribution latency) {
        if (latency instanceof Distribution.LogNormal normal) {
            return VirtualTime.span(normal.median()) + " (99 of 100 below " + VirtualTime.span(normal.p99()) + ")";
        }
        if (latency instanceof Distribution.Uniform uniform) {
            return VirtualTime.span(uniform.low()) + " to " + VirtualTime.span(uniform.high());
        }
        if (latency instanceof Distribution.Constant constant) {
            return "exactly " + VirtualTime.span(constant.nanos());
        }
        if (latency instanceof Distribution.Empirical empirical) {
            return QUANTILES
                    + empirical.quantiles().stream().map(VirtualTime::span).collect(Collectors.joining(" "));
        }
        return latency.toString();
    }

    /** @throws IllegalArgumentException naming the setting, and what is possible */
    static Distribution parse(String name, String value) {
        try {
            return parse(value.replaceFirst(FITTED, "").strip());
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + wrong.getMessage(), wrong);
        }
    }

    private static Distribution parse(String value) {
        Matcher range = RANGE.matcher(value);
        if (range.matches()) {
            long low = nanos(range.group(1));
            long high = nanos(range.group(2));
            if (high < low) {
                throw new IllegalArgumentException(" must begin with the shorter of its two spans, was " + value);
            }
            return new Distribution.Uniform(low, high);
        }
        Matcher exactly = EXACTLY.matcher(value);
        if (exactly.matches()) {
            return new Distribution.Constant(nanos(exactly.group(1)));
        }
        if (value.startsWith(QUANTILES)) {
            return new Distribution.Empirical(
                    Arrays.stream(value.substring(QUANTILES.length()).strip().split(" +"))
                            .map(LatencyText::nanos)
                            .toList());
        }
        Matcher percentiles = PERCENTILES.matcher(value);
        long median = nanos(percentiles.matches() ? percentiles.group(1) : value);
        if (median == 0 || median > Long.MAX_VALUE / TAIL) {
            throw new IllegalArgumentException(
                    " must be a latency such as 300us or 2ms, longer than nothing, was " + value);
        }
        long p99 = percentiles.matches() ? nanos(percentiles.group(2)) : TAIL * median;
        if (p99 < median) {
            throw new IllegalArgumentException(
                    " must have a 99th percentile that is not below its median, was " + value);
        }
        return new Distribution.LogNormal(median, p99);
    }

    private static long nanos(String span) {
        try {
            return VirtualTime.parse(span);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    ": " + wrong.getMessage()
                            + "; a latency may also be '30ms to 80ms', '300us (99 of 100 below 2ms)',"
                            + " 'exactly 50ms' or 'quantiles 1ms 2ms 9ms'",
                    wrong);
        }
    }
}
