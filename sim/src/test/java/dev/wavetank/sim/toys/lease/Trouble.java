package dev.wavetank.sim.toys.lease;

/** What happens to the holders. */
public enum Trouble {
    /** One of them is paused for a moment. */
    PAUSE,
    /** The clock on the wall of one of them is behind. */
    CLOCK_SKEW
}
