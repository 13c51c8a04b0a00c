package dev.wavetank.model.etcd;

import dev.wavetank.model.api.WatchEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How large the database file is, and how much of it is in use.
 *
 * <p>Every revision takes the bytes of its key and value. Compaction frees what it forgets: older values of keys,
 * and deletions. The freed pages stay in the file, to be used again, until a defragmentation gives them back; it is
 * the file that the quota is about ({@code dbSize} and {@code dbSizeInUse} of etcd).
 */
public final class DatabaseSize {

    /** Bytes that a revision takes besides key and value ({@code kvOverhead} of etcd's quota). */
    public static final int REVISION_OVERHEAD = 256;

    private final long quota;
    private final WireSize wireSize = new WireSize();
    private final Map<String, Integer> latest = new LinkedHashMap<>();
    /** What the compaction of each revision of the history will free, oldest first. */
    private final Deque<Integer> freedByRevision = new ArrayDeque<>();

    private long inUse;
    private long file;

    /** An empty database with a quota in bytes. */
    DatabaseSize(long quota) {
        this.quota = quota;
    }

    DatabaseSize copy() {
        DatabaseSize copy = new DatabaseSize(quota);
        copy.latest.putAll(latest);
        copy.freedByRevision.addAll(freedByRevision);
        copy.inUse = inUse;
        copy.file = inUse;
        return copy;
    }

    /** Bytes of the file that are in use. */
    public long inUse() {
        return inUse;
    }

    /** Bytes that a write will take; 0 when it takes none. */
    public long cost(EtcdRequest request) {
        return request instanceof EtcdRequest.Put put
                ? REVISION_OVERHEAD + put.key().length() + wireSize.ofObject(put.value())
                : 0;
    }

    /** Whether there is room for so many bytes. */
    public boolean hasRoomFor(long cost) {
        return cost == 0 || file + cost < quota;
    }

    void written(EtcdChange change) {
        String key = change.entry().key();
        Integer before = latest.remove(key);
        int freed = before == null ? 0 : before;
        int size = REVISION_OVERHEAD + key.length();
        if (change.type() == WatchEvent.Type.DELETED) {
            freed += size;
        } else {
            size += wireSize.ofObject(change.entry().value());
            latest.put(key, size);
        }
        freedByRevision.add(freed);
        inUse += size;
        file = Math.max(file, inUse);
    }

    void compacted(long revisions) {
        for (long i = 0; i < revisions; i++) {
            inUse -= freedByRevision.remove();
        }
    }

    /** Gives the free pages back. */
    public void defragment() {
        file = inUse;
    }
}
