package dev.wavetank.model.kubelet;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.TreeMap;

/**
 * The crash-loop back-off of the containers of one pod: 0 after the first exit, then 10 s, doubled up to 300 s, from
 * the exit on. Ten minutes after the last start without an exit it resets.
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

    /** Records a restart of the container after an exit at that time. */
    void restarted(String container, long exit, long now) {
        Entry entry = entries.get(container);
        int before = entry == null || entry.isForgotten(exit) ? 0 : entry.restarts;
        entries.put(container, new Entry(before + 1, now));
    }
}
