package dev.wavetank.model.controller.daemonset;

import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The back-off before the controller deletes a failed pod of a node, so that it does not fight with a kubelet that
 * rejects pods: one second at first, doubled every time, 15 minutes at most. After twice that time without a failure
 * the back-off resets.
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
     * @param now virtual time in nanoseconds: a jump of a clock does not change the waits
     */
    FailedPodBackoff(LongSupplier now) {
        this.now = now;
    }

    /** The rest of the key's back-off in nanoseconds; 0 when it is over, and then the next back-off begins. */
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
