package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;

/**
 * How near a run came to breaking an invariant that allows something a time.
 *
 * @param invariant name of the invariant
 * @param object that came nearest
 * @param at virtual time in nanoseconds
 * @param used how long it took, in nanoseconds
 * @param allowed how long it may take, in nanoseconds; more than 0
 */
public record Margin(String invariant, String object, long at, long used, long allowed) {

    /** The part of the time that was used: 1 is all of it. */
    public double share() {
        return (double) used / allowed;
    }

    /** One line for people. */
    @Override
    public String toString() {
        return invariant + " used " + Math.round(100 * share()) + "% of " + VirtualTime.span(allowed) + ": " + object
                + " at " + VirtualTime.format(at);
    }
}
