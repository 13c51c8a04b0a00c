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

    /** What the command says against how the strategy is named; empty when nothing is wrong with that. */
    static String warning(String strategy) {
        return switch (strategy) {
            case "unchanged" -> "--dry-run is deprecated and can be replaced with --dry-run=client.";
            case "true", "false" ->
                "--dry-run=" + strategy + " is deprecated (boolean value) and can be replaced with --dry-run="
                        + (strategy.equals("true") ? "client" : "none") + ".";
            default -> "";
        };
    }

    /** The strategy that the flag names. */
    static DryRun of(String strategy) {
        return switch (strategy) {
            case "none", "false" -> NONE;
            case "client", "true", "unchanged" -> CLIENT;
            case "server" -> SERVER;
            default ->
                throw new UsageException(
                        "Invalid dry-run value (" + strategy + "). Must be \"none\", \"server\", or \"client\".");
        };
    }
}
