package dev.wavetank.properties.explore;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Violation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
 * @param provenance what made it, as {@link Provenance#tree} has it; empty when it is not known
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
        Map<String, Object> provenance,
        Scenario scenario) {

    /** Keeps copies. */
    public Failure {
        ownParts = List.copyOf(ownParts);
        provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
    }

    /**
     * Whether a run fails in the same way: the same invariant, an object of the same kind, the same words in what was
     * seen. Names, numbers and times may differ, as they do after a change of the model.
     */
    public boolean isLike(RunResult run) {
        return FailureKind.of(new Violation(invariant, "", object, at, message, 0, Focus.OBJECT))
                .isThatOf(run);
    }

    /** The first failure of a broken run that a test made. */
    public static Failure of(RunResult result, PartsSpec parts) {
        return of(result, parts, Origin.OF_TEST);
    }

    /** The first failure of a broken run. */
    public static Failure of(RunResult result, PartsSpec parts, Origin origin) {
        return of(result, parts, List.of(), origin);
    }

    /** The first failure of a shrunk run, with parts and invariants of the user. */
    static Failure of(Shrunk shrunk, Judges invariants) {
        PartsSpec order = PartsSpec.DEFAULT
                .inOrderOf(shrunk.parts())
                .withStrict(invariants.strict())
                .withChoice(invariants.choice());
        List<String> own = OwnParts.names(shrunk.parts(), order.parts(), invariants);
        return of(shrunk.smallest(), order, own, Origin.OF_TEST);
    }

    private static Failure of(RunResult result, PartsSpec parts, List<String> ownParts, Origin origin) {
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
                origin.of(result, parts).tree(),
                result.scenario());
    }
}
