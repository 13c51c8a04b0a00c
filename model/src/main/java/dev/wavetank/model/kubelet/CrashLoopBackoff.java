package dev.wavetank.model.kubelet;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long the containers of one pod wait before they are started again: not at all after the first exit, then 10
 * s, doubled up to 300 s, from the exit on. Ten minutes after the last start without an exit it begins anew.
 */
final class CrashLoopBackoff {

    private static final Backoff BACKOFF = new Backoff(10 * VirtualTime.SECOND, 300 * VirtualTime.SECOND);
    private static final long FORGOTTEN_AFTER = 600 * VirtualTime.SECOND;

    private final Map<String, Entry> entries = new TreeMap<>();

    private record Entry(int restarts, long restartedAt) {
        boolean isForgotten(long exit) {
            return exit - restartedAt > FORGOTTEN_AFTER;
        }
    }

    /** The wait that applies to a container that exited at that time, in nanoseconds. */
    long delay(String container, long exit) {
        Entry entry = entries.get(container);
        return entry == null || entry.isForgotten(exit) ? 0 : BACKOFF.after(entry.restarts);
    }

    /** The container is started again after an exit at that time. */
    void restarted(String container, long exit, long now) {
        Entry entry = entries.get(container);
        int before = entry == null || entry.isForgotten(exit) ? 0 : entry.restarts;
        entries.put(container, new Entry(before + 1, now));
    }
}
