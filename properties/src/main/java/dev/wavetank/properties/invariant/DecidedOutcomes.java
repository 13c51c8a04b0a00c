package dev.wavetank.properties.invariant;

import java.util.function.Supplier;

/**
 * Reports what is decided in the middle of a run. What an invariant cannot judge there it may judge later.
 *
 * @param outcomes of the run
 */
public record DecidedOutcomes(Outcomes outcomes) implements Outcomes {

    @Override
    public void broken(Invariant invariant, String object, String message) {
        outcomes.broken(invariant, object, message);
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
        // The end of the run decides.
    }
}
