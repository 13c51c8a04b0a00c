package dev.wavetank.model.etcd.raft;

import java.util.List;

/**
 * The state after all entries up to an index, for a member that lags behind the log.
 *
 * @param index of the last entry in it
 * @param term of that entry
 * @param members of the group at that index, by id
 * @param state of the state machine; never changed
 */
public record Snapshot(long index, long term, List<String> members, State state) {

    /** The state of a state machine. */
    public interface State {}
}
