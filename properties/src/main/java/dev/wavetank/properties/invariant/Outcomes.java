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

    /** Reports that the invariant could not be judged, and why. */
    void unknown(Invariant invariant, String reason);
}
