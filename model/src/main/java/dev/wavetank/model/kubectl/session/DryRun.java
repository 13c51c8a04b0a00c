package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.kubectl.syntax.UsageException;

/** How far a command goes that shall change nothing (kubectl/pkg/cmd/util, DryRunStrategy). */
enum DryRun {
    NONE(""),
    /** Objects are made or read, and printed. */
    CLIENT(" (dry run)"),
    /** The server does everything but the writing. */
    SERVER(" (server dry run)");

    private final String mark;

    DryRun(String mark) {
        this.mark = mark;
    }

    /** What stands behind every outcome. */
    String mark() {
        return mark;
    }

    /** The strategy that the flag names. */
    static DryRun of(String strategy) {
        return switch (strategy) {
            case "none", "false" -> NONE;
            case "client", "true" -> CLIENT;
            case "server" -> SERVER;
            case "unchanged" ->
                throw new UsageException("--dry-run flag without a value was specified. A value must be"
                        + " set: \"none\", \"server\", or \"client\".");
            default ->
                throw new UsageException(
                        "Invalid dry-run value (" + strategy + "). Must be \"none\", \"server\", or \"client\".");
        };
    }
}
