package dev.wavetank.model.etcd.raft;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.random.RandomStream;

/** What a {@link Raft} member needs from the world. */
public interface RaftHost {

    /** The monotonic clock, in nanoseconds; used for spans only. */
    long now();

    /** Sets a timer that never keeps a run alive. */
    void after(long delay, Event event);

    /** Draws the election timeouts. */
    RandomStream random();

    /** Sends a request; what comes back goes to {@link Raft#answered}, or {@link Raft#unanswered}. */
    void send(String member, RaftMessage.Request request);

    /** Runs {@code written} when all that was asked for before, and this, is on disk; never after a crash. */
    void persist(Runnable written);

    /** Executes a committed entry. Called once for every entry that does not come in a snapshot, in order. */
    void apply(LogEntry entry);

    /** The state after all entries that were applied. */
    Snapshot.State snapshot();

    /** Replaces the state. */
    void install(Snapshot snapshot);

    /** There is another leader, or another term, or none; see {@link Raft#leader}. */
    void leaderChanged();
}
