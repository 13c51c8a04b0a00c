package dev.wavetank.model.kubectl;

/** A command line that kubectl itself rejects; the message is the text after {@code error: }. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    /** With the line that names the manual page, as commands print it that check their arguments themselves. */
    static UsageException withManual(VerbSyntax verb, String message) {
        return new UsageException(message + "\nSee 'kubectl " + verb.words() + " -h' for help and examples");
    }
}
