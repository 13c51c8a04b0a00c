package dev.wavetank.sim.liveness;

/** The phases of a run in which liveness is judged, in their order. */
public enum Phase {
    /** Faults open and close, and whatever is asked of the system is asked. Only safety is judged. */
    CHAOS,
    /** The instant at which the last fault is over. From now on every component gets its turn. */
    HEAL,
    /** The system has a bounded time to reach its goal. */
    CONVERGE,
    /** The goal has to stay reached for a while. */
    KEEP
}
