package dev.wavetank.properties.determinism;

/** A fresh JVM could not be started, or ended without an answer. */
public final class FreshJvmException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A JVM that gave no answer.
     *
     * @param message what happened, with the last words of that JVM
     * @param cause what it was caused by, or null
     */
    FreshJvmException(String message, Throwable cause) {
        super(message, cause);
    }
}
