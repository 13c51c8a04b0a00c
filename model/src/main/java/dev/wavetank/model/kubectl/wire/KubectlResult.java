package dev.wavetank.model.kubectl.wire;

/**
 * The result of a command.
 *
 * @param exitCode 0 for success, 1 otherwise
 * @param stdout its standard output, with a line feed after each line
 * @param stderr its errors and warnings, each line ended
 * @param mistake whether the command itself refuses what the user wrote, whatever the cluster holds
 */
public record KubectlResult(int exitCode, String stdout, String stderr, boolean mistake) {

    /** The result of a command in which there is nothing to refuse. */
    public KubectlResult(int exitCode, String stdout, String stderr) {
        this(exitCode, stdout, stderr, false);
    }

    /** The result of a command line that the command refuses. */
    public static KubectlResult refused(String stderr) {
        return new KubectlResult(1, "", stderr, true);
    }
}
