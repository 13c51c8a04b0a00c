package dev.wavetank.sim.liveness;

/** What a system has to reach once it is left in peace. It is asked between events and changes nothing. */
public interface Goal {

    /** Whether it is reached now. */
    boolean isReached();

    /** How long it may take from the heal on. May grow while the run learns what is asked of the system. */
    Bound bound();
}
