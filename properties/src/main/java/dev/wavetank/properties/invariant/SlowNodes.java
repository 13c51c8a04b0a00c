package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.regex.Pattern;

/** How much longer pods take to start where settings, of the cluster or of a pool, give latencies of nodes. */
final class SlowNodes {

    /** A latency that is a median has a tail: one in a million is so many times as long. */
    private static final long TAIL = 40;

    private static final Pattern NAMES =
            Pattern.compile(".*\\b(container-runtime\\.[a-z-]+-time|registry\\.(latency|pull-time)"
                    + "|kubelet\\.volume-setup-time|workload\\.[a-z-]+-time)");

    private SlowNodes() {}

    /** All pods may be on one node, where each waits for the others. */
    static long longest(Map<String, String> settings, int pods) {
        double sum = 0;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            if (NAMES.matcher(setting.getKey()).matches()) {
                sum += longest(setting.getValue());
            }
        }
        return (long) Math.min(VirtualTime.SPAN_MAX, sum * (1 + pods));
    }

    private static double longest(String latency) {
        long longest = WrittenLatency.longest(latency);
        return WrittenLatency.isBounded(latency) ? longest : (double) TAIL * longest;
    }
}
