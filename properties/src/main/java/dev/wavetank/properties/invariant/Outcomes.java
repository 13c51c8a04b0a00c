package dev.wavetank.properties.invariant;

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

    /** Reports that the invariant could not be judged, and why. */
    void unknown(Invariant invariant, String reason);
}
