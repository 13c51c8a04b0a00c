package dev.wavetank.properties.invariant;

/** Takes what invariants find. */
public interface Verdicts {

    /**
     * The law was broken.
     *
     * @param object which object broke it, such as {@code pod/default/web-1}
     * @param message what was seen and what was expected
     */
    void broken(Invariant invariant, String object, String message);

    /** It cannot be said whether the law would hold, and why. */
    void unknown(Invariant invariant, String reason);
}
