package dev.wavetank.sim.trace;

/** Receives the entries of a trace as they happen: a file, a list, an invariant. */
@FunctionalInterface
public interface TraceSink {

    /** Takes one entry. Called in trace order, during the event that emitted it; must not emit records itself. */
    void accept(TraceEntry entry);

    /**
     * Tells, when the sink is added, the fingerprint of the trace that it listens to.
     *
     * @param fingerprint goes on with every record
     */
    default void listensTo(Fingerprint fingerprint) {}

    /** The run is over and no entry follows. For sinks whose output has an end, such as a closing bracket. */
    default void finish() {}
}
