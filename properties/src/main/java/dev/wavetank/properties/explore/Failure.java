package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.Scenario;
import java.util.List;

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
 * @param ownParts names of controllers, plugins and invariants of the user in the run, which the file cannot hold;
 *     empty when {@code wavetank replay} can repeat it
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
        List<String> ownParts,
        Scenario scenario) {

    /** Keeps a copy of the list. */
    public Failure {
        ownParts = List.copyOf(ownParts);
    }

    /** The first failure of a broken run. */
    public static Failure of(RunResult result, PartsSpec parts) {
        return of(result, parts, List.of());
    }

    /** The first failure of a shrunk run, with parts and invariants of the user. */
    static Failure of(Shrunk shrunk, UserInvariants invariants) {
        PartsSpec order = PartsSpec.DEFAULT.inOrderOf(shrunk.parts());
        return of(shrunk.smallest(), order, OwnParts.names(shrunk.parts(), order.parts(), invariants));
    }

    private static Failure of(RunResult result, PartsSpec parts, List<String> ownParts) {
        var violation = result.violations().get(0);
        return new Failure(
                violation.invariant(),
                violation.object(),
                violation.message(),
                violation.at(),
                result.fingerprint(),
                result.seed(),
                parts.resolved(result.seed()),
                ownParts,
                result.scenario());
    }
}
