package dev.wavetank.model.etcd.raft;

/** What a faulty implementation could do to a disk. */
public final class RaftDisks {

    private RaftDisks() {}

    /** As if the vote had never been written. */
    public static void forgetVote(RaftDisk disk) {
        disk.write(disk.term(), "");
    }
}
