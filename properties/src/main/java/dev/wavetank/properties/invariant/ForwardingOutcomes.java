package dev.wavetank.properties.invariant;

import java.util.function.Supplier;

/** Passes on to others what it does not report in another way itself. */
interface ForwardingOutcomes extends Outcomes {

    /** The others. */
    Outcomes outcomes();

    @Override
    default void broken(Invariant invariant, String object, String message) {
        outcomes().broken(invariant, object, message);
    }

    @Override
    default void known(KnownBehaviour behaviour, Invariant invariant, String object, String message) {
        outcomes().known(behaviour, invariant, object, message);
    }

    @Override
    default void used(Invariant invariant, long used, long allowed, Supplier<String> object) {
        outcomes().used(invariant, used, allowed, object);
    }

    @Override
    default void unknown(Invariant invariant, String reason) {
        outcomes().unknown(invariant, reason);
    }
}
