package dev.wavetank.cli;

/**
 * Two runs of the same seed told different stories: a defect of Wavetank, or of a component that was put into it.
 */
final class NotDeterministicException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDeterministicException(String first, String second, String where) {
        super("the same seed gave two different runs, fingerprints " + first + " and " + second
                + "; the first difference lies in " + where + " of the trace");
    }
}
