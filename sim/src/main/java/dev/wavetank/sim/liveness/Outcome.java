package dev.wavetank.sim.liveness;

/** What can be said about a run in the end. */
public enum Outcome {
    /** Every invariant held. */
    HELD,
    /** At least one invariant was broken. */
    BROKEN,
    /**
     * No invariant was broken, but for at least one it cannot be said whether it would have held. Never a silent
     * pass.
     */
    UNKNOWN
}
