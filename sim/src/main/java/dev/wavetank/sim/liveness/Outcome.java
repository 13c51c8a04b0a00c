package dev.wavetank.sim.liveness;

/** The outcome of the invariants of a run. */
public enum Outcome {
    /** Every invariant held. */
    HELD,
    /** At least one invariant was broken. */
    BROKEN,
    /**
     * No invariant was broken, but at least one could not be judged. Never a silent pass.
     */
    UNKNOWN
}
