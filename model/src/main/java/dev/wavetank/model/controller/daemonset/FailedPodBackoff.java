package dev.wavetank.model.controller.daemonset;

import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How long a failed pod of a node is left alone, so that the controller and a kubelet that refuses its pods do not
 * fight: one second at first, twice as long every time, 15 minutes at most. After twice that without a failure all is
 * forgotten.
 */
final class FailedPodBackoff {

    private static final long FIRST = VirtualTime.SECOND;
    private static final long MOST = 15 * VirtualTime.MINUTE;

    private final LongSupplier now;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(long delay, long since) {

        private boolean isExpired(long time) {
            return time - since > 2 * MOST;
        }
    }

    /**
     * Nothing failed yet.
     *
     * @param now virtual time in nanoseconds: the waits are spans, which no jump of a clock changes
     */
    FailedPodBackoff(LongSupplier now) {
        this.now = now;
    }

    /** For how long the key is still left alone, in nanoseconds; 0 when it is not, and then it is from now on. */
    long begin(String key) {
        long time = now.getAsLong();
        entries.values().removeIf(entry -> entry.isExpired(time));
        Entry last = entries.get(key);
        if (last != null && time - last.since() < last.delay()) {
            return last.delay();
        }
        entries.put(key, new Entry(last == null ? FIRST : Math.min(2 * last.delay(), MOST), time));
        return 0;
    }
}
