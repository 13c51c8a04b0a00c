package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** A command line that kubectl itself rejects; the message is the text after {@code error: }. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean late;
    private final boolean ofParser;
    private final boolean bare;
    private final boolean unheeding;

    public UsageException(String message) {
        this(message, false, false, false);
    }

    private UsageException(String message, boolean late, boolean ofParser, boolean bare) {
        this(message, late, ofParser, bare, false);
    }

    private UsageException(String message, boolean late, boolean ofParser, boolean bare, boolean unheeding) {
        super(message);
        this.late = late;
        this.ofParser = ofParser;
        this.bare = bare;
        this.unheeding = unheeding;
    }

    /** A mistake that the parser of command lines notices, before the command begins. */
    static UsageException ofParser(String message) {
        return new UsageException(message, false, true, false);
    }

    /** A mistake that the command notices only when it knows what the server serves. */
    public static UsageException afterDiscovery(String message) {
        return new UsageException(message, true, false, false);
    }

    /** A mistake that the command notices after it has asked the server what it serves, whatever came of that. */
    public static UsageException afterOneLookup(String message) {
        return new UsageException(message, true, false, false, true);
    }

    /** Whether what the server says before changes nothing. */
    public boolean isUnheeding() {
        return unheeding;
    }

    /** A mistake whose words stand alone, without {@code error: }. */
    public static UsageException bare(String message) {
        return new UsageException(message, true, false, true);
    }

    /** Whether the command asks the server what it serves before it notices the mistake. */
    public boolean isLate() {
        return late;
    }

    /** What stands before the message: the parser of old versions began otherwise than commands. */
    public String prefix(KubernetesVersion version) {
        if (bare) {
            return "";
        }
        return ofParser && !version.has(Feature.KUBECTL_ONE_ERROR_LINE) ? "Error: " : "error: ";
    }

    /** With the line that names the manual page, as commands print it that check their arguments themselves. */
    public static UsageException withManual(VerbSyntax verb, String message) {
        return new UsageException(message + "\nSee 'kubectl " + verb.words() + " -h' for help and examples");
    }
}
