package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;

/**
 * A violation of an invariant.
 *
 * @param invariant name of the invariant
 * @param sentence the invariant in one sentence
 * @param object that broke it
 * @param at virtual time in nanoseconds
 * @param message what was observed and what was expected
 * @param entry number of the latest record of the trace at that time
 * @param focus what it is about
 */
public record Violation(
        String invariant, String sentence, String object, long at, String message, long entry, Focus focus) {

    /** One line for people. */
    @Override
    public String toString() {
        return invariant + ": " + object + ": " + message + "      at " + VirtualTime.format(at);
    }
}
