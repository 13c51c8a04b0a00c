package dev.wavetank.properties.invariant;

import dev.wavetank.sim.trace.TraceEntry;

/** One law, as a small class with a state of its own. One object judges one run. */
public interface Invariant {

    /** Short stable name: the identity of a failure. */
    String name();

    /** The law in one sentence. */
    String law();

    /** Looks at one record of the trace. */
    void observe(TraceEntry entry, Verdicts verdicts);

    /** Looks back at the end of the run, or at a deadline that the run derived from its faults. */
    default void conclude(long now, Verdicts verdicts) {}
}
