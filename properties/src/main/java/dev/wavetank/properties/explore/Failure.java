package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.Scenario;

/**
 * A saved failure: everything needed to replay it.
 *
 * @param invariant the invariant that was broken
 * @param object that broke it
 * @param message what was observed and what was expected
 * @param at virtual time of the violation, in nanoseconds
 * @param fingerprint of the run
 * @param seed of the run
 * @param parts which components were replaced, and how the events were ordered
 * @param scenario the scenario, with its fault plan
 */
public record Failure(
        String invariant,
        String object,
        String message,
        long at,
        String fingerprint,
        long seed,
        PartsSpec parts,
        Scenario scenario) {

    /** The first failure of a broken run. */
    public static Failure of(RunResult result, PartsSpec parts) {
        var violation = result.violations().get(0);
        return new Failure(
                violation.invariant(),
                violation.object(),
                violation.message(),
                violation.at(),
                result.fingerprint(),
                result.seed(),
                parts.resolved(result.seed()),
                result.scenario());
    }
}
