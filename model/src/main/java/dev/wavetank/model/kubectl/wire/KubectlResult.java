package dev.wavetank.model.kubectl.wire;

/**
 * The result of a command.
 *
 * @param exitCode 0 for success, 1 otherwise
 * @param stdout its standard output, with a line feed after each line
 * @param stderr its errors and warnings, each line ended
 * @param both what stands on both streams, in the order in which it was written
 * @param mistake whether the command itself refuses what the user wrote, whatever the cluster holds
 */
public record KubectlResult(int exitCode, String stdout, String stderr, String both, boolean mistake) {

    /** The result of a command that wrote its errors last, and in which there is nothing to refuse. */
    public KubectlResult(int exitCode, String stdout, String stderr) {
        this(exitCode, stdout, stderr, stdout + stderr, false);
    }

    /** The result of a command line that the command refuses. */
    public static KubectlResult refused(String stderr) {
        return new KubectlResult(1, "", stderr, stderr, true);
    }
}
