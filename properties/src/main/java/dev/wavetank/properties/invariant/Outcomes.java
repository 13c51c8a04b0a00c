package dev.wavetank.properties.invariant;

import java.util.function.Supplier;

/** Receives the findings of invariants. */
public interface Outcomes {

    /**
     * Reports a violation.
     *
     * @param object that broke the invariant, such as {@code pod/default/web-1}
     * @param message what was observed and what was expected
     */
    void broken(Invariant invariant, String object, String message);

    /**
     * Reports what would be a violation, but is what Kubernetes is known to do. It breaks a run that is judged
     * strictly.
     *
     * @param object that broke the invariant
     * @param message what was observed and what was expected
     */
    void known(KnownBehaviour behaviour, Invariant invariant, String object, String message);

    /**
     * Reports how much was used of a time that the invariant allows.
     *
     * @param used in nanoseconds; more than allowed is a violation, which is reported by {@link #broken} as well
     * @param allowed in nanoseconds
     * @param object that used it; asked only when none came nearer before
     */
    void used(Invariant invariant, long used, long allowed, Supplier<String> object);

    /** Reports that the invariant could not be judged, and why. */
    void unknown(Invariant invariant, String reason);
}
