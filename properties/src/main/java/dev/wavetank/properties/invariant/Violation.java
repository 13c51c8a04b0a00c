package dev.wavetank.properties.invariant;

import dev.wavetank.sim.VirtualTime;

/**
 * A law was broken.
 *
 * @param law name of the invariant
 * @param sentence the law in one sentence
 * @param object which object broke it
 * @param at virtual time in nanoseconds
 * @param message what was seen and what was expected
 * @param entry number of the latest record of the trace at that time
 */
public record Violation(String law, String sentence, String object, long at, String message, long entry) {

    /** One line for people. */
    @Override
    public String toString() {
        return law + ": " + object + ": " + message + "      at " + VirtualTime.format(at) + ", record " + entry;
    }
}
