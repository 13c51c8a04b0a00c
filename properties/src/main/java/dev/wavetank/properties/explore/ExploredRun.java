package dev.wavetank.properties.explore;

import dev.wavetank.sim.coverage.Coverage;
import java.util.List;

/**
 * One run of an exploration.
 *
 * @param result of the run
 * @param coverage of the run
 * @param storedOnly kinds that users created and that no controller handles
 * @param notSimulated what components accepted and do not simulate
 */
public record ExploredRun(
        RunResult result, Coverage coverage, List<String> storedOnly, List<String> notSimulated) {}
