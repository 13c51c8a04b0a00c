package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** A command line that kubectl itself rejects; the message is the text after {@code error: }. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Stage stage;
    private final boolean bare;

    public UsageException(String message) {
        this(message, Stage.COMMAND, false);
    }

    private UsageException(String message, Stage stage, boolean bare) {
        super(message);
        this.stage = stage;
        this.bare = bare;
    }

    /** When the mistake is noticed. */
    public enum Stage {
        /** By the parser of command lines, before the command begins. */
        PARSER,
        /** By the command, before it asks the server anything. */
        COMMAND,
        /** After the command has asked the server what it serves, whatever came of that. */
        LOOKUP,
        /** When the command knows what the server serves. */
        DISCOVERY
    }

    /** A mistake that the parser of command lines notices, before the command begins. */
    static UsageException ofParser(String message) {
        return new UsageException(message, Stage.PARSER, false);
    }

    /** A mistake that the command notices only when it knows what the server serves. */
    public static UsageException afterDiscovery(String message) {
        return new UsageException(message, Stage.DISCOVERY, false);
    }

    /** A mistake that the command notices after it has asked the server what it serves, whatever came of that. */
    public static UsageException afterOneLookup(String message) {
        return new UsageException(message, Stage.LOOKUP, false);
    }

    /** A mistake that the command notices after discovery, and whose words stand alone, without {@code error: }. */
    public static UsageException bare(String message) {
        return new UsageException(message, Stage.DISCOVERY, true);
    }

    /** With the line that names the manual page, as commands print it that check their arguments themselves. */
    public static UsageException withManual(VerbSyntax verb, String message) {
        return new UsageException(message + "\nSee 'kubectl " + verb.words() + " -h' for help and examples");
    }

    /** When the mistake is noticed. */
    public Stage stage() {
        return stage;
    }

    /** What stands before the message: the parser of old versions began otherwise than commands. */
    public String prefix(KubernetesVersion version) {
        if (bare) {
            return "";
        }
        return stage == Stage.PARSER && !version.has(Feature.KUBECTL_ONE_ERROR_LINE) ? "Error: " : "error: ";
    }
}
