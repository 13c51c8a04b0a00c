package dev.wavetank.model.etcd.raft;

import java.util.ArrayList;
import java.util.List;

/**
 * What a member of a Raft group must not forget: its term, its vote, its log; and how far it has applied the log.
 *
 * <p>Made outside of the component and handed to each incarnation. It is changed only when the bytes are on disk,
 * so what a crash leaves behind is what it holds.
 */
public final class RaftDisk {

    private final String id;
    private final RaftLog log = new RaftLog();
    private List<String> members;
    private long term;
    private String vote = "";
    private long applied;

    /**
     * The disk of a member that has not begun.
     *
     * @param id of the member; never used again when the disk is lost
     * @param members of the group when it began, by id, also for a member that joins later: the log contains the
     *     later changes
     */
    public RaftDisk(String id, List<String> members) {
        this.id = id;
        this.members = List.copyOf(members);
    }

    /** Id of the member. */
    public String id() {
        return id;
    }

    /** The members of the group as of the last entry applied, by id. */
    public List<String> members() {
        return members;
    }

    /** The latest term. */
    public long term() {
        return term;
    }

    /** Index of the last entry that the state machine has executed. */
    public long applied() {
        return applied;
    }

    /** Whether nothing was ever written. */
    public boolean isBlank() {
        return term == 0 && applied == 0 && log.lastIndex() == 0;
    }

    /** The member for which it voted in this term; empty when it did not vote. */
    String vote() {
        return vote;
    }

    RaftLog log() {
        return log;
    }

    void write(long latestTerm, String latestVote) {
        term = latestTerm;
        vote = latestVote;
    }

    void apply(LogEntry entry) {
        applied = entry.index();
        if (entry.command() instanceof Command.AddMember add && !members.contains(add.id())) {
            List<String> more = new ArrayList<>(members);
            more.add(add.id());
            members = List.copyOf(more);
        } else if (entry.command() instanceof Command.RemoveMember remove) {
            members = members.stream().filter(id -> !id.equals(remove.id())).toList();
        }
    }

    void install(Snapshot snapshot) {
        log.goOnAfter(snapshot.index(), snapshot.term());
        members = List.copyOf(snapshot.members());
        applied = snapshot.index();
    }
}
