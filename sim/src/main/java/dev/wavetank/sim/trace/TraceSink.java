package dev.wavetank.sim.trace;

/** Receives the entries of a trace as they happen: a file, a list, an invariant. */
@FunctionalInterface
public interface TraceSink {

    /** Takes one entry. Called in trace order, during the event that emitted it; must not emit records itself. */
    void accept(TraceEntry entry);

    /** The run is over and no entry follows. For sinks whose output has an end, such as a closing bracket. */
    default void finish() {}
}
