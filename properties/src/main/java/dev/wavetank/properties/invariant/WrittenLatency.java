package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Latencies as settings give them: a median, a range, percentiles, or exactly one span. */
final class WrittenLatency {

    private static final String UNITS = "(h|ms|m|s|us|ns)";

    private static final Pattern SPAN = Pattern.compile("\\d[\\d.]*" + UNITS + "(\\d[\\d.]*" + UNITS + ")*");

    private WrittenLatency() {}

    /** The longest span in the text, in nanoseconds: for a median by itself the median. */
    static long longest(String text) {
        long longest = 0;
        Matcher spans = SPAN.matcher(text);
        while (spans.find()) {
            longest = Math.max(longest, VirtualTime.parse(spans.group()));
        }
        return longest;
    }

    /** Whether nothing can be longer than the longest span in the text. */
    static boolean isBounded(String text) {
        return text.contains(" to ") || text.startsWith("exactly");
    }
}
