package dev.wavetank.model.cluster;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import java.util.List;

/**
 * The result of a user's command.
 *
 * @param at virtual time at which it was given, in nanoseconds
 * @param ended virtual time at which it ended, in nanoseconds
 * @param arguments the words after {@code kubectl}
 * @param exitCode 0 for success
 * @param stdout its standard output
 * @param stderr its standard error
 * @param both what stands on both streams, in the order in which it was written
 * @param mistake whether kubectl itself refused what the user wrote
 */
public record CommandResult(
        long at,
        long ended,
        List<String> arguments,
        int exitCode,
        String stdout,
        String stderr,
        String both,
        boolean mistake) {

    /** What kubectl returned. */
    static CommandResult of(long at, long ended, List<String> arguments, KubectlResult result) {
        return new CommandResult(
                at,
                ended,
                arguments,
                result.exitCode(),
                result.stdout(),
                result.stderr(),
                result.both(),
                result.mistake());
    }

    /** What became of it. */
    public CommandOutcome outcome() {
        return CommandOutcome.of(exitCode, stderr, mistake);
    }
}
