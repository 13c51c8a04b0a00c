package dev.wavetank.properties.explore;

import dev.wavetank.sim.coverage.Coverage;

/**
 * One run of an exploration.
 *
 * @param result what came of it
 * @param coverage what it came to see
 */
public record ExploredRun(RunResult result, Coverage coverage) {}
