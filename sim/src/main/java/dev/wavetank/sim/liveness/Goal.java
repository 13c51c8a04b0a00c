package dev.wavetank.sim.liveness;

/**
 * What a system has to reach without further faults and commands. It is evaluated between events and changes nothing.
 */
public interface Goal {

    /** Whether it is reached now. */
    boolean isReached();

    /** How long it may take from the heal on. May grow while commands arrive. */
    Bound bound();

    /**
     * Whether nothing is expected to change any more before the bound has passed, the goal reached or not, though the
     * system has work to do for ever.
     */
    boolean isStill();
}
