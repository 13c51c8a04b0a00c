package dev.wavetank.model.cluster;

import java.util.List;

/** What became of a user's command, as far as its texts show it: kubectl's exit code is 1 for every failure. */
public enum CommandOutcome {
    /** The exit code is 0. */
    SUCCEEDED,
    /**
     * The exit code is 1 without an error: the answer is no, such as that of {@code auth can-i}, or {@code diff} has
     * found differences.
     */
    NEGATIVE,
    /** kubectl itself refuses what the user wrote: it prefixes such errors with {@code error:}. */
    MISTAKE,
    /** The cluster refuses the request, or an object of it. */
    REFUSED,
    /**
     * No answer came, or the cluster was not able to give one: the connection was lost, a time ran out, or the server
     * had an internal error or too much to do. The same command may succeed later.
     */
    CUT_OFF;

    private static final List<String> TROUBLE = List.of(
            "The connection to the server",
            "Unable to connect to the server",
            "error: timed out",
            "Error from server (Timeout)",
            "Error from server (ServerTimeout)",
            "Error from server (InternalError)",
            "Error from server (ServiceUnavailable)",
            "Error from server (TooManyRequests)",
            "Error from server: etcdserver");

    /** Errors of kubectl itself that follow from the state of the cluster, not from how the command is written. */
    private static final List<String> STATE = List.of(
            "exceeded its progress deadline",
            "Metrics API not available",
            "metrics not available yet",
            "Metrics not available for pod",
            "is already paused",
            "is not paused",
            "paused deployment",
            "specified revision",
            "desired revision",
            "no rollout history",
            "no last revision",
            "--overwrite is false",
            "You must be logged in to the server",
            "has been deleted",
            "unable to find container",
            "within the past second");

    /** How errors begin that are about kubeconfig files and their contexts. */
    private static final String CONFIGURATION = "Error in configuration: ";

    /** How errors about unknown commands and flags begin up to v1.22. */
    private static final String OLD_USAGE = "Error: ";

    /** Failures to create that say nothing against the object. */
    private static final List<String> LATER = List.of(
            "dial tcp",
            "Timeout: ",
            "Internal error occurred",
            "etcdserver",
            "unable to handle the request",
            "try again");

    /** How errors about files begin that may be for want of an answer. */
    private static final List<String> FILES = List.of(
            "error: error validating ",
            "error: unable to recognize ",
            "unable to recognize ",
            "error: no objects passed to ");

    /** The outcome of a command; of several errors the one that the user can mend counts. */
    static CommandOutcome of(int exitCode, String stderr) {
        if (exitCode == 0) {
            return SUCCEEDED;
        }
        if (exitCode == 1 && stderr.isBlank()) {
            return NEGATIVE;
        }
        CommandOutcome outcome = CUT_OFF;
        for (String line : stderr.lines().toList()) {
            CommandOutcome of = of(line);
            if (of == MISTAKE) {
                return MISTAKE;
            }
            outcome = of == REFUSED ? REFUSED : outcome;
        }
        return outcome;
    }

    private static CommandOutcome of(String line) {
        if (TROUBLE.stream().anyMatch(line::startsWith)) {
            return CUT_OFF;
        }
        boolean later = LATER.stream().anyMatch(line::contains);
        if (line.startsWith("error: failed to create ")) {
            return later ? CUT_OFF : REFUSED;
        }
        if (later && FILES.stream().anyMatch(line::startsWith)) {
            return CUT_OFF;
        }
        if (line.startsWith("error: ")) {
            return STATE.stream().anyMatch(line::contains) ? REFUSED : MISTAKE;
        }
        if (line.startsWith(CONFIGURATION) || line.startsWith(OLD_USAGE)) {
            return MISTAKE;
        }
        boolean isRefusal = line.startsWith("Error from server") || line.contains(" is invalid");
        return isRefusal ? REFUSED : SUCCEEDED;
    }

    /** In words, such as {@code cut off}. */
    public String words() {
        return switch (this) {
            case SUCCEEDED -> "succeeded";
            case NEGATIVE -> "negative";
            case MISTAKE -> "mistake";
            case REFUSED -> "refused";
            case CUT_OFF -> "cut off";
        };
    }
}
