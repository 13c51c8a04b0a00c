package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.raft.RaftDisk;
import dev.wavetank.model.etcd.raft.Snapshot;
import java.util.List;

/** The data directory of one member, which survives crashes: the write-ahead log and the database. */
public final class MemberDisk {

    private RaftDisk raft;
    private EtcdStore store;
    private boolean lost;

    MemberDisk(String id, List<String> members, EtcdStore store) {
        this.raft = new RaftDisk(id, members);
        this.store = store;
    }

    /** The write-ahead log. */
    public RaftDisk raft() {
        return raft;
    }

    /** The database. */
    public EtcdStore store() {
        return store;
    }

    /** Whether it is empty although its member was at work already. */
    boolean isLost() {
        return lost;
    }

    void lose() {
        lost = true;
        store = new EtcdStore();
    }

    void begin(RaftDisk blank, EtcdStore content) {
        raft = blank;
        store = content;
        lost = false;
    }

    /** A snapshot may go to several members, therefore it is copied. */
    void install(Snapshot snapshot) {
        store = ((EtcdStore) snapshot.state()).copy();
    }
}
