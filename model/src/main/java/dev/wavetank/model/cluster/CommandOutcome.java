package dev.wavetank.model.cluster;

import java.util.List;

/**
 * What became of a user's command, as far as its texts show it: kubectl's exit code is 1 for nearly every failure, and
 * that of {@code exec} is the code of what ran in the container.
 */
public enum CommandOutcome {
    /** The exit code is 0. */
    SUCCEEDED,
    /**
     * The exit code is 1 without an error: the answer is no, such as that of {@code auth can-i}, or {@code diff} has
     * found differences; or the command that {@code exec} ran in a container has failed by itself.
     */
    NEGATIVE,
    /** kubectl itself refuses what the user wrote, whatever the cluster holds. */
    MISTAKE,
    /** The cluster refuses the request or an object of it, or is not in a state in which kubectl can do it. */
    REFUSED,
    /** The time is over that kubectl was to wait for a state of the cluster. */
    GAVE_UP,
    /**
     * No answer came, or the cluster was not able to give one: the connection was lost, or the server
     * had an internal error or too much to do. The same command may succeed later.
     */
    CUT_OFF;

    /** How kubectl says that it has waited for long enough. */
    private static final List<String> WAITED = List.of("error: timed out waiting", "global timeout reached");

    private static final List<String> TROUBLE = List.of(
            "The connection to the server",
            "Unable to connect to the server",
            "Error from server (Timeout)",
            "Error from server (ServerTimeout)",
            "Error from server (InternalError)",
            "Error from server (ServiceUnavailable)",
            "Error from server (TooManyRequests)",
            "Error from server: etcdserver");

    /** The last line of {@code exec} when the command got an answer, and ended with another exit code than 0. */
    private static final String EXECUTED = "command terminated with exit code ";

    private static final String CREATION = "error: failed to create ";

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

    /**
     * The outcome of a command; of several errors the one that the user can mend counts.
     *
     * @param mistake whether kubectl itself refused what the user wrote
     */
    static CommandOutcome of(int exitCode, String stderr, boolean mistake) {
        if (exitCode == 0) {
            return SUCCEEDED;
        }
        boolean failedInContainer = stderr.lines().anyMatch(line -> line.startsWith(EXECUTED));
        if ((exitCode == 1 && stderr.isBlank()) || failedInContainer) {
            return NEGATIVE;
        }
        List<CommandOutcome> errors = stderr.lines()
                .map(CommandOutcome::of)
                .filter(of -> of != SUCCEEDED)
                .toList();
        boolean refused = errors.isEmpty() || errors.contains(REFUSED);
        if (mistake && refused) {
            return MISTAKE;
        }
        if (errors.contains(REFUSED)) {
            return REFUSED;
        }
        return errors.contains(GAVE_UP) ? GAVE_UP : CUT_OFF;
    }

    private static CommandOutcome of(String line) {
        if (line.startsWith("error: ") && WAITED.stream().anyMatch(line::contains)) {
            return GAVE_UP;
        }
        if (TROUBLE.stream().anyMatch(line::startsWith)) {
            return CUT_OFF;
        }
        boolean later = LATER.stream().anyMatch(line::contains);
        if (later && (line.startsWith(CREATION) || FILES.stream().anyMatch(line::startsWith))) {
            return CUT_OFF;
        }
        boolean isRefusal =
                line.startsWith("error: ") || line.startsWith("Error from server") || line.contains(" is invalid");
        return isRefusal ? REFUSED : SUCCEEDED;
    }

    /** In words, such as {@code cut off}. */
    public String words() {
        return switch (this) {
            case SUCCEEDED -> "succeeded";
            case NEGATIVE -> "negative";
            case MISTAKE -> "mistake";
            case REFUSED -> "refused";
            case GAVE_UP -> "gave up waiting";
            case CUT_OFF -> "cut off";
        };
    }
}
