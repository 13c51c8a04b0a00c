package dev.wavetank.model.kubectl.syntax;

/** A command line that kubectl itself rejects; the message is the text after {@code error: }. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    /** With the line that names the manual page, as commands print it that check their arguments themselves. */
    public static UsageException withManual(VerbSyntax verb, String message) {
        return new UsageException(message + "\nSee 'kubectl " + verb.words() + " -h' for help and examples");
    }
}
