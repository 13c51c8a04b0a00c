package dev.wavetank.sim.liveness;

/** What can be said about a run in the end. */
public enum Outcome {
    /** Every law held. */
    HELD,
    /** At least one law was broken. */
    BROKEN,
    /** No law was broken, but for at least one it cannot be said whether it would have held. Never a silent pass. */
    UNKNOWN
}
