package dev.wavetank.model.kubectl;

/**
 * What a command left behind.
 *
 * @param exitCode 0 when all went well, 1 otherwise
 * @param stdout what it printed, each line ended
 * @param stderr its errors and warnings, each line ended
 */
public record KubectlResult(int exitCode, String stdout, String stderr) {}
