package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;

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

    /** The strategy of a command line, with the warning that an outdated name deserves. */
    static DryRun of(Invocation line, SessionTools tools) {
        String strategy = line.value(Flag.DRY_RUN).orElse("none");
        String warning = warning(strategy);
        if (!warning.isEmpty() && !tools.version().has(Feature.KUBECTL_RUN_GENERATORS)) {
            tools.log().warning("helpers.go:702", warning);
        }
        return of(strategy);
    }

    /** What the command says against how the strategy is named; empty when nothing is wrong with that. */
    private static String warning(String strategy) {
        return switch (strategy) {
            case "unchanged" -> "--dry-run is deprecated and can be replaced with --dry-run=client.";
            case "true", "false" ->
                "--dry-run=" + strategy + " is deprecated (boolean value) and can be replaced with --dry-run="
                        + (strategy.equals("true") ? "client" : "none") + ".";
            default -> "";
        };
    }

    /** The strategy that the flag names. */
    private static DryRun of(String strategy) {
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
