package dev.wavetank.sim;

/**
 * On whose behalf an event fires. When an owner dies, its events are cancelled: {@link Simulation#cancelAllOf}.
 */
@FunctionalInterface
public interface EventOwner {

    /** On which processor the event runs; the same one in every life of the owner. */
    Processor processor();

    /** Whether it still lives: when not, nothing that it waits for is told it any more. */
    default boolean isAlive() {
        return true;
    }
}
