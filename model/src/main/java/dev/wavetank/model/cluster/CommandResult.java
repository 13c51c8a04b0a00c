package dev.wavetank.model.cluster;

import java.util.List;

/**
 * What came of a user's command.
 *
 * @param at virtual time at which it ended, in nanoseconds
 * @param arguments what stood after {@code kubectl}
 * @param exitCode 0 for success
 * @param stdout what it printed
 * @param stderr what it complained about
 */
public record CommandResult(long at, List<String> arguments, int exitCode, String stdout, String stderr) {}
