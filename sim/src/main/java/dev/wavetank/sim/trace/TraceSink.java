package dev.wavetank.sim.trace;

/** Receives the entries of a trace as they happen: a file, a list, an invariant. */
@FunctionalInterface
public interface TraceSink {

    /** Receives one entry. Called in trace order, during the event that emitted it; must not emit records itself. */
    void accept(TraceEntry entry);

    /** Whether it receives {@linkplain TraceRecord#isDetail details}, too; by default it does not. */
    default boolean wantsDetails() {
        return false;
    }

    /**
     * Called when the sink is added, with the fingerprint of the trace.
     *
     * @param fingerprint of the trace, updated with every record
     */
    default void listensTo(Fingerprint fingerprint) {}

    /** The run is over and no entry follows. For sinks whose output has an end, such as a closing bracket. */
    default void finish() {}
}
