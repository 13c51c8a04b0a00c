package dev.wavetank.model.controller.daemonset;

import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a failed pod of a node is left alone, so that the controller and a kubelet that refuses its pods do not
 * fight: one second at first, twice as long every time, 15 minutes at most. After twice that without a failure all is
 * forgotten.
 */
final class FailedPodBackoff {

    private static final long FIRST = VirtualTime.SECOND;
    private static final long MOST = 15 * VirtualTime.MINUTE;

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(long delay, long since) {

        private boolean isExpired(long now) {
            return now - since > 2 * MOST;
        }
    }

    /** For how long the key is still left alone, in nanoseconds; 0 when it is not, and then it is from now on. */
    long begin(String key, long now) {
        entries.values().removeIf(entry -> entry.isExpired(now));
        Entry last = entries.get(key);
        if (last != null && now - last.since() < last.delay()) {
            return last.delay();
        }
        entries.put(key, new Entry(last == null ? FIRST : Math.min(2 * last.delay(), MOST), now));
        return 0;
    }
}
