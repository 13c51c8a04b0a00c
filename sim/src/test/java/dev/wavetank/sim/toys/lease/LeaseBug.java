package dev.wavetank.sim.toys.lease;

/** What is wrong with the lock. */
public enum LeaseBug {
    /** Nothing: holders go by their monotonic clock, and the store looks at the tokens. */
    NONE,
    /** The store does not look at the tokens, so that a holder which was paused writes under a lease that has ended. */
    NO_FENCING,
    /** The store does not look at the tokens either, and holders go by the clock on the wall. */
    TRUSTS_WALL_CLOCK
}
