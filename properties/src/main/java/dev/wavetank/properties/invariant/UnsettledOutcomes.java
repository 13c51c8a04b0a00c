package dev.wavetank.properties.invariant;

import java.util.function.Supplier;

/**
 * Reports the first violation of an invariant as unknown, because the run ended before it could resolve.
 */
final class UnsettledOutcomes implements Outcomes {

    private final String reason;
    private final Outcomes outcomes;
    private boolean reported;

    UnsettledOutcomes(String reason, Outcomes outcomes) {
        this.reason = reason;
        this.outcomes = outcomes;
    }

    @Override
    public void broken(Invariant invariant, String object, String message) {
        unknown(invariant, object + " " + message);
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
        if (!reported) {
            reported = true;
            outcomes.unknown(invariant, reason + ": " + why);
        }
    }
}
