package dev.wavetank.model.scenario;

/** A fault that names somebody whom the cluster does not have. */
final class AbsentTargetException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String pattern;

    /**
     * Nobody is covered by a pattern.
     *
     * @param pattern the name or pattern of whom there is not
     * @param message the whole sentence, with the choices there are
     */
    AbsentTargetException(String pattern, String message) {
        super(message);
        this.pattern = pattern;
    }

    /** The name or pattern of whom there is not. */
    String pattern() {
        return pattern;
    }
}
