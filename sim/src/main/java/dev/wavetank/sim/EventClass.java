package dev.wavetank.sim;

/**
 * Why an event waits, which decides whether a run may end while it does.
 *
 * <p>A run is quiescent when nothing but {@link #DAEMON} events are pending. Without the distinction, a model with
 * one heartbeat would never come to an end.
 */
public enum EventClass {
    /** Something that was asked for and is under way: a message, a reply, a retry. */
    WORK,
    /**
     * A periodic duty that never ends by itself: a heartbeat, a resync, a housekeeping tick. What it causes is
     * work.
     */
    DAEMON,
    /** The opening or closing of a fault, or a command of the scenario's timeline. */
    FAULT,
    /** A check that has to be made at a certain instant, such as the deadline of a liveness property. */
    CHECK
}
