package dev.wavetank.model.etcd.raft;

import java.util.List;

/** What members say to each other. Every message has its sender's id and term. */
public sealed interface RaftMessage {

    /** Id of the sender. */
    String from();

    /** The sender's term; in a pre-vote the term that it would begin. */
    long term();

    /** A message that is answered. */
    sealed interface Request extends RaftMessage {}

    /** An answer. */
    sealed interface Answer extends RaftMessage {}

    /**
     * Asks for a vote.
     *
     * @param lastIndex the candidate's last entry
     * @param lastTerm and its term
     * @param pre whether it only asks who would vote for it, so that a member that was cut off disturbs no other member
     */
    record VoteRequest(String from, long term, long lastIndex, long lastTerm, boolean pre) implements Request {}

    /** A vote, or none. */
    record Vote(String from, long term, boolean granted) implements Answer {}

    /**
     * Entries for a follower's log.
     *
     * @param previousIndex of the entry before the first
     * @param previousTerm and its term
     * @param entries may be none, when only the commit index is news
     * @param commit the leader's commit index
     */
    record Append(String from, long term, long previousIndex, long previousTerm, List<LogEntry> entries, long commit)
            implements Request {}

    /**
     * What became of entries or of a snapshot.
     *
     * @param accepted whether the log agrees with the leader's up to {@code index} and is on disk
     * @param index when accepted the last index that agrees; otherwise one at which it may
     */
    record Appended(String from, long term, boolean accepted, long index) implements Answer {}

    /**
     * Reports that the leader is alive.
     *
     * @param commit up to where the follower may apply
     * @param round counts the heartbeats that a leader sent out
     */
    record Heartbeat(String from, long term, long commit, long round) implements Request {}

    /** Acknowledges a leader. */
    record HeartbeatAnswer(String from, long term, long round) implements Answer {}

    /** The leader's state, in place of entries that it has no more. */
    record Install(String from, long term, Snapshot snapshot) implements Request {}

    /** A command that a member which is not the leader was asked for. */
    record Propose(String from, long term, Command command) implements Request {}

    /** The command has come, which promises nothing. */
    record Proposed(String from, long term) implements Answer {}

    /** Asks the leader up to which index a linearizable read has to wait. */
    record ReadIndexRequest(String from, long term) implements Request {}

    /**
     * Up to which index a linearizable read has to wait.
     *
     * @param index the index; negative when the sender was not, or did not stay, the leader
     */
    record ReadIndex(String from, long term, long index) implements Answer {}
}
