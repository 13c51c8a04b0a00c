package dev.wavetank.model.kubectl.syntax;

/** A command line that kubectl itself rejects; the message is the text after {@code error: }. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean late;

    public UsageException(String message) {
        this(message, false);
    }

    private UsageException(String message, boolean late) {
        super(message);
        this.late = late;
    }

    /** A mistake that the command notices only when it knows what the server serves. */
    public static UsageException afterDiscovery(String message) {
        return new UsageException(message, true);
    }

    /** Whether the command asks the server what it serves before it notices the mistake. */
    public boolean isLate() {
        return late;
    }

    /** With the line that names the manual page, as commands print it that check their arguments themselves. */
    public static UsageException withManual(VerbSyntax verb, String message) {
        return new UsageException(message + "\nSee 'kubectl " + verb.words() + " -h' for help and examples");
    }
}
