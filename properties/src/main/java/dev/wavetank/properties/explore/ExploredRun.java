package dev.wavetank.properties.explore;

import dev.wavetank.sim.coverage.Coverage;

/**
 * One run of an exploration.
 *
 * @param result of the run
 * @param coverage of the run
 */
public record ExploredRun(RunResult result, Coverage coverage) {}
