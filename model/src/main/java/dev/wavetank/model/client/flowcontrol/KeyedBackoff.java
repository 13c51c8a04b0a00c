package dev.wavetank.model.client.flowcontrol;

import java.util.Map;
import java.util.TreeMap;

/**
 * Exponential back-off per key: client-go's {@code flowcontrol.Backoff}. An entry is forgotten when twice the longest
 * wait has passed since its last change.
 */
public final class KeyedBackoff {

    private final long first;
    private final long most;
    private final Map<String, Entry> entries = new TreeMap<>();

    private record Entry(long delay, long changedAt) {}

    /**
     * Without entries.
     *
     * @param first first wait, in nanoseconds
     * @param most longest wait, in nanoseconds
     */
    public KeyedBackoff(long first, long most) {
        this.first = first;
        this.most = most;
    }

    /** Whether the wait of the key since an event is not over ({@code IsInBackOffSince}). */
    public boolean isWaitingSince(String key, long event, long now) {
        Entry entry = entries.get(key);
        return entry != null && !hasExpired(entry, event) && now - event < entry.delay();
    }

    /** Whether the wait of the key since its last change is not over ({@code IsInBackOffSinceUpdate}). */
    public boolean isWaiting(String key, long now) {
        Entry entry = entries.get(key);
        return entry != null && !hasExpired(entry, now) && now - entry.changedAt() < entry.delay();
    }

    /** The present wait of the key, in nanoseconds; 0 without an entry. */
    public long wait(String key) {
        Entry entry = entries.get(key);
        return entry == null ? 0 : entry.delay();
    }

    /** Begins a wait, or doubles it, after an event ({@code Next}). */
    public void next(String key, long event, long now) {
        Entry entry = entries.get(key);
        long delay = entry == null || hasExpired(entry, event) ? first : Math.min(2 * entry.delay(), most);
        entries.put(key, new Entry(delay, now));
    }

    /** Forgets all keys that begin with this text. */
    public void forget(String prefix) {
        entries.keySet().removeIf(key -> key.startsWith(prefix));
    }

    private boolean hasExpired(Entry entry, long event) {
        return event - entry.changedAt() > 2 * most;
    }
}
