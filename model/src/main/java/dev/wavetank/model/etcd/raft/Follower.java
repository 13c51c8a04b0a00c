package dev.wavetank.model.etcd.raft;

/** What a leader knows of one follower. */
final class Follower {

    /** The next entry to send. */
    long next;
    /** Up to here its log on disk is known to agree. */
    long match;
    /** The commit index that the leader sent to it last. */
    long toldCommit;
    /** Whether entries or a snapshot are on their way: one message at a time. */
    boolean busy;
    /** The latest round of heartbeats that it answered. */
    long round;
    /** When it answered last. */
    long heard;

    Follower(long next, long now) {
        this.next = next;
        this.heard = now;
    }
}
