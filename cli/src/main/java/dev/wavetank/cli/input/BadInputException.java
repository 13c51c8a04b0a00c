package dev.wavetank.cli.input;

/** The user's input cannot be used. The message is one sentence: what, where, how to mend it. */
public final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadInputException(String sentence) {
        super(sentence);
    }

    public BadInputException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
