package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.raft.Snapshot;
import dev.wavetank.sim.collection.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The data of etcd: a multi-version store with one revision for all keys.
 *
 * <p>Every commit raises the revision by one and changes one key. The store stamps {@code
 * metadata.resourceVersion} of the object with the revision of the commit, so that one immutable record can be
 * shared by store, caches and clients: whoever holds it sees the version at which it was stored. The object of a
 * deletion is the last state, stamped with the revision of the deletion, as watchers see it.
 *
 * <p>The object stands for the disk: it outlives the component that serves it.
 */
public final class EtcdStore implements Snapshot.State {

    private final SortedTable<String, EtcdEntry> entries;
    private final List<EtcdChange> history = new ArrayList<>();
    private final Leases leases;
    /** Null when bytes are not counted. */
    private final DatabaseSize size;

    private long revision;
    private long compacted;
    private boolean spaceAlarm;

    /** An empty store at revision 0 that may grow without end; its bytes are not counted. */
    public EtcdStore() {
        this(new SortedTable<>(), new Leases(), null);
    }

    private EtcdStore(SortedTable<String, EtcdEntry> entries, Leases leases, DatabaseSize size) {
        this.entries = entries;
        this.leases = leases;
        this.size = size;
    }

    /**
     * An empty store at revision 0 whose bytes are counted.
     *
     * @param quota how many it may take ({@code --quota-backend-bytes})
     */
    public static EtcdStore withQuota(long quota) {
        if (quota <= 0) {
            throw new IllegalArgumentException("the quota of etcd must be positive, was " + quota + " bytes");
        }
        return new EtcdStore(new SortedTable<>(), new Leases(), new DatabaseSize(quota));
    }

    /** The same data again, for a backup or for another member. Values are shared. */
    public EtcdStore copy() {
        EtcdStore copy = new EtcdStore(new SortedTable<>(entries), leases.copy(), size == null ? null : size.copy());
        copy.history.addAll(history);
        copy.revision = revision;
        copy.compacted = compacted;
        copy.spaceAlarm = spaceAlarm;
        return copy;
    }

    /**
     * The data of this backup as {@code etcdutl snapshot restore} leaves it.
     *
     * <p>Beware: without a bump the revision goes back to that of the backup, and revisions that clients have seen
     * are given out again for other changes. A watch from a revision that lies ahead now is silent until the store
     * has caught up with it, and never reports what happened before: caches built on watches stay wrong and do not know
     * it. A bump leaves a gap that is larger than what was written since the backup, and marks all before it
     * as compacted, so that such clients are sent away to begin anew.
     *
     * @param bump added to the revision ({@code --bump-revision --mark-compacted}); 0: the revision goes back
     */
    public EtcdStore restored(long bump) {
        EtcdStore restored = copy();
        restored.spaceAlarm = false;
        if (bump > 0) {
            if (restored.size != null) {
                restored.size.compacted(restored.history.size());
            }
            restored.history.clear();
            restored.revision += bump;
            restored.compacted = restored.revision;
        }
        return restored;
    }

    /** The leases. */
    public Leases leases() {
        return leases;
    }

    /** The size of the store in bytes; empty when bytes are not counted. */
    public Optional<DatabaseSize> size() {
        return Optional.ofNullable(size);
    }

    /** Whether writes that need space are refused. */
    public boolean hasSpaceAlarm() {
        return spaceAlarm;
    }

    void setSpaceAlarm(boolean raised) {
        spaceAlarm = raised;
    }

    /** The revision of the latest commit. */
    public long revision() {
        return revision;
    }

    /** The key with its value, or null when there is none. */
    public EtcdEntry get(String key) {
        return entries.get(key);
    }

    /** All keys with the prefix, in order. */
    public List<EtcdEntry> range(String prefix) {
        return entries.list(prefix, prefix + Character.MAX_VALUE);
    }

    /**
     * The keys with the prefix as they were at a revision, in order. Takes time in proportion to what has changed
     * since then.
     *
     * @param past not before {@link #compactedRevision} and not after {@link #revision}
     */
    public List<EtcdEntry> range(String prefix, long past) {
        if (past == revision) {
            return range(prefix);
        }
        TreeMap<String, EtcdEntry> found = new TreeMap<>();
        range(prefix).forEach(entry -> found.put(entry.key(), entry));
        for (int i = history.size() - 1; i >= past - compacted; i--) {
            EtcdChange change = history.get(i);
            String key = change.entry().key();
            if (!key.startsWith(prefix)) {
                continue;
            }
            if (change.previous() == null) {
                found.remove(key);
            } else {
                found.put(key, before(change));
            }
        }
        return new ArrayList<>(found.values());
    }

    private static EtcdEntry before(EtcdChange change) {
        EtcdEntry after = change.entry();
        return new EtcdEntry(
                after.key(),
                after.resource(),
                change.previous(),
                after.createRevision(),
                change.previous().metadata().revision(),
                after.version() - 1);
    }

    /**
     * Stores a value when the key was last changed at the expected revision.
     *
     * @param expectedRevision mod revision that the key must have; 0: it must not exist
     * @return the change, or nothing when the comparison failed
     */
    public Optional<EtcdChange> put(String key, ResourceType resource, KubernetesObject value, long expectedRevision) {
        EtcdEntry before = entries.get(key);
        if (expectedRevision != modRevision(before)) {
            return Optional.empty();
        }
        long commit = ++revision;
        EtcdEntry after = before == null
                ? new EtcdEntry(key, resource, stamped(value, commit), commit, commit, 1)
                // With the key of before: the history holds many entries of each key, and one text is enough for them.
                : new EtcdEntry(
                        before.key(),
                        resource,
                        stamped(value, commit),
                        before.createRevision(),
                        commit,
                        before.version() + 1);
        entries.put(after.key(), after);
        return Optional.of(
                before == null
                        ? remember(new EtcdChange(WatchEvent.Type.ADDED, after, null, commit))
                        : remember(new EtcdChange(WatchEvent.Type.MODIFIED, after, before.value(), commit)));
    }

    /**
     * Removes a key when it was last changed at the expected revision.
     *
     * @return the change, or nothing when the comparison failed or there is no such key
     */
    public Optional<EtcdChange> delete(String key, long expectedRevision) {
        EtcdEntry before = entries.get(key);
        if (before == null || before.modRevision() != expectedRevision) {
            return Optional.empty();
        }
        entries.remove(key);
        long commit = ++revision;
        KubernetesObject last = stamped(before.value(), commit);
        EtcdEntry gone = new EtcdEntry(
                before.key(), before.resource(), last, before.createRevision(), commit, before.version() + 1);
        return Optional.of(remember(new EtcdChange(WatchEvent.Type.DELETED, gone, before.value(), commit)));
    }

    /** The revision up to which the history is forgotten; 0 when all of it is there. */
    public long compactedRevision() {
        return compacted;
    }

    /**
     * Forgets the history up to and including a revision. A revision that is forgotten already or lies ahead is
     * ignored.
     */
    public void compact(long upTo) {
        if (upTo <= compacted || upTo > revision) {
            return;
        }
        if (size != null) {
            size.compacted(upTo - compacted);
        }
        history.subList(0, (int) (upTo - compacted)).clear();
        compacted = upTo;
    }

    /**
     * All changes of keys with the prefix after a revision, oldest first; nothing when some of them may have been
     * forgotten.
     */
    public Optional<List<EtcdChange>> changesAfter(String prefix, long after) {
        if (after < compacted) {
            return Optional.empty();
        }
        List<EtcdChange> found = new ArrayList<>();
        for (int i = (int) (after - compacted); i < history.size(); i++) {
            EtcdChange change = history.get(i);
            if (change.entry().key().startsWith(prefix)) {
                found.add(change);
            }
        }
        return Optional.of(found);
    }

    private EtcdChange remember(EtcdChange change) {
        history.add(change);
        if (size != null) {
            size.written(change);
        }
        return change;
    }

    private static long modRevision(EtcdEntry entry) {
        return entry == null ? 0 : entry.modRevision();
    }

    private static KubernetesObject stamped(KubernetesObject object, long revision) {
        return object.withMetadata(object.metadata().withResourceVersion(ResourceVersion.of(revision)));
    }
}
