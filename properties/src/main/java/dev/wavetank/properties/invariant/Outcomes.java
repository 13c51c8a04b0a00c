package dev.wavetank.properties.invariant;

/** Takes what invariants find. */
public interface Outcomes {

    /**
     * The invariant was broken.
     *
     * @param object which object broke it, such as {@code pod/default/web-1}
     * @param message what was seen and what was expected
     */
    void broken(Invariant invariant, String object, String message);

    /** It cannot be said whether the invariant would hold, and why. */
    void unknown(Invariant invariant, String reason);
}
