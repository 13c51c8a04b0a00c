package dev.wavetank.model.kubectl.wire;

/**
 * The result of a command.
 *
 * @param exitCode 0 for success, 1 otherwise
 * @param stdout its standard output, with a line feed after each line
 * @param stderr its errors and warnings, each line ended
 */
public record KubectlResult(int exitCode, String stdout, String stderr) {}
