package dev.wavetank.sim;

/**
 * The owner of events. When an owner dies, its events are cancelled: {@link Simulation#cancelAllOf}.
 */
@FunctionalInterface
public interface EventOwner {

    /** The processor on which the events run; the same one for every incarnation of the owner. */
    Processor processor();

    /** Whether it is alive: a dead owner receives no completions any more. */
    default boolean isAlive() {
        return true;
    }
}
