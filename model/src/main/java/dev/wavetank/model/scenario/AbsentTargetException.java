package dev.wavetank.model.scenario;

/** A fault names a component that the cluster does not have. */
final class AbsentTargetException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String pattern;

    /**
     * A pattern matches no component.
     *
     * @param pattern the name or pattern without a match
     * @param message the whole sentence, with the existing choices
     */
    AbsentTargetException(String pattern, String message) {
        super(message);
        this.pattern = pattern;
    }

    /** The name or pattern without a match. */
    String pattern() {
        return pattern;
    }
}
