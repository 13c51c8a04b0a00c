package dev.wavetank.model.cluster;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.member.EtcdGroup;
import dev.wavetank.model.trace.StoreTrace;
import java.util.ArrayList;
import java.util.List;

/** The data of etcd on its disks, as its operator accesses it: one member, or a group. */
final class EtcdData {

    /** Null when there is only one member. */
    private final EtcdGroup group;

    private EtcdStore single;

    private EtcdData(EtcdStore single, EtcdGroup group) {
        this.single = single;
        this.group = group;
    }

    static EtcdData of(EtcdStore single) {
        return new EtcdData(single, null);
    }

    static EtcdData of(EtcdGroup group) {
        return new EtcdData(null, group);
    }

    /** The group; null when there is only one member. */
    EtcdGroup group() {
        return group;
    }

    /** What the next incarnation of the only member serves. */
    EtcdStore single() {
        return single;
    }

    /** All that is committed, to be read and not kept. */
    EtcdStore present() {
        return group == null ? single : group.backup();
    }

    /** A copy of all that is committed. */
    EtcdStore backup() {
        return group == null ? single.copy() : group.backup();
    }

    /**
     * Replaces all data by a backup. All members have to be down.
     *
     * @param bump added to the revision of the backup
     * @return the changes that revert observers of the store to the backup
     */
    List<StoreTrace> restore(EtcdStore backup, long bump) {
        EtcdStore before = backup();
        if (group == null) {
            single = backup.restored(bump);
        } else {
            group.restore(backup, bump);
        }
        return differences(before, backup());
    }

    private static List<StoreTrace> differences(EtcdStore before, EtcdStore after) {
        List<StoreTrace> differences = new ArrayList<>();
        for (EtcdEntry entry : before.range("")) {
            EtcdEntry restored = after.get(entry.key());
            if (restored == null) {
                differences.add(trace(WatchEvent.Type.DELETED, entry, entry, after));
            } else if (restored.modRevision() != entry.modRevision()) {
                differences.add(trace(WatchEvent.Type.MODIFIED, restored, entry, after));
            }
        }
        for (EtcdEntry entry : after.range("")) {
            if (before.get(entry.key()) == null) {
                differences.add(trace(WatchEvent.Type.ADDED, entry, null, after));
            }
        }
        return differences;
    }

    private static StoreTrace trace(WatchEvent.Type change, EtcdEntry entry, EtcdEntry previous, EtcdStore after) {
        return new StoreTrace(
                change, entry.resource(), entry.value(), previous == null ? null : previous.value(), after.revision());
    }
}
