package dev.wavetank.cli.execution;

import dev.wavetank.properties.determinism.FreshJvmException;
import dev.wavetank.sim.determinism.Mismatch;

/**
 * Two runs of the same seed differed: a defect of Wavetank, or of a component that the user registered.
 */
public final class NotDeterministicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The second run differed from the first. The message has several lines. */
    public NotDeterministicException(Mismatch mismatch) {
        super(mismatch.toString());
    }

    /** A fresh JVM could not make the run that this one made. */
    public NotDeterministicException(FreshJvmException failure) {
        super("the run could not be made again in a fresh JVM: " + failure.getMessage(), failure);
    }
}
