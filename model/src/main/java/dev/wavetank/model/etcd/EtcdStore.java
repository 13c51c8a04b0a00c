package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
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
public final class EtcdStore {

    private final TreeMap<String, EtcdEntry> entries = new TreeMap<>();
    private final List<EtcdChange> history = new ArrayList<>();
    private long revision;
    private long compacted;

    /** An empty store at revision 0. */
    public EtcdStore() {}

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
        return new ArrayList<>(
                entries.subMap(prefix, prefix + Character.MAX_VALUE).values());
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
                : new EtcdEntry(
                        key, resource, stamped(value, commit), before.createRevision(), commit, before.version() + 1);
        entries.put(key, after);
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
        EtcdEntry gone =
                new EtcdEntry(key, before.resource(), last, before.createRevision(), commit, before.version() + 1);
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
        return change;
    }

    private static long modRevision(EtcdEntry entry) {
        return entry == null ? 0 : entry.modRevision();
    }

    private static KubernetesObject stamped(KubernetesObject object, long revision) {
        return object.withMetadata(object.metadata().withResourceVersion(Long.toString(revision)));
    }
}
