package dev.wavetank.cli;

/** The user's input cannot be used. The message is one sentence: what, where, how to mend it. */
final class BadInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadInputException(String sentence) {
        super(sentence);
    }

    BadInputException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
