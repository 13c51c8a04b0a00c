package dev.wavetank.model.etcd.raft;

/** What the state machine executes for an entry of the log. Immutable: all members share it. */
public interface Command {

    /** The first entry of every leader, which does nothing: with it the entries of earlier terms are committed. */
    record NoOperation() implements Command {}

    /** Takes a member into the group. */
    record AddMember(String id) implements Command {}

    /** Removes a member from the group, for ever: its id is not used again. */
    record RemoveMember(String id) implements Command {}
}
