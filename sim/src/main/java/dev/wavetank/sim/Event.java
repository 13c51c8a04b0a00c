package dev.wavetank.sim;

/**
 * What happens when a scheduled instant is reached: a state change at a point of virtual time.
 *
 * <p>An event is code and is never printed, saved or compared. The trace records that it emits show what it did.
 */
@FunctionalInterface
public interface Event {

    /** Makes the state change. Runs on the one thread of the simulation, at {@link Simulation#now()}. */
    void fire();
}
