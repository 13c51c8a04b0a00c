package dev.wavetank.properties.invariant;

import java.util.function.Supplier;

/**
 * Reports what an invariant misses at the end of a run as unknown, because something hinders the whole cluster.
 *
 * @param reason what hinders it
 * @param outcomes of the run
 */
public record HinderedOutcomes(String reason, Outcomes outcomes) implements Outcomes {

    @Override
    public void broken(Invariant invariant, String object, String message) {
        outcomes.unknown(invariant, object + " " + message + "; " + reason);
    }

    @Override
    public void known(KnownBehaviour behaviour, Invariant invariant, String object, String message) {
        outcomes.known(behaviour, invariant, object, message);
    }

    @Override
    public void used(Invariant invariant, long used, long allowed, Supplier<String> object) {
        outcomes.used(invariant, used, allowed, object);
    }

    @Override
    public void unknown(Invariant invariant, String why) {
        outcomes.unknown(invariant, why);
    }
}
