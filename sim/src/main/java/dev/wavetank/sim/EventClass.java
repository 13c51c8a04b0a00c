package dev.wavetank.sim;

/**
 * Why an event is pending, which decides whether a run may end while it is.
 *
 * <p>A run is quiescent when nothing but {@link #DAEMON} events are pending and no {@linkplain Simulation#await
 * standing work} is left for them. Without the distinction, a model with one heartbeat would never come to an end.
 */
public enum EventClass {
    /** Requested work in progress: a message, a reply, a retry. */
    WORK,
    /**
     * A periodic task that never ends by itself: a heartbeat, a resync, a housekeeping tick. The events that it
     * causes are work. When a turn has something to do, its owner declares standing work.
     */
    DAEMON,
    /** The opening or closing of a fault, or a command of the scenario's timeline. */
    FAULT,
    /** A check that has to be made at a certain instant, such as the deadline of a liveness property. */
    CHECK
}
