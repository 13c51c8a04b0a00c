package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;

/**
 * Makes the run of one seed, in any thread. For a scenario: {@code (seed, sinks) -> ScenarioRun.of(scenario, seed,
 * ClusterParts.DEFAULT, sinks)}.
 */
@FunctionalInterface
public interface SeedRun {

    /**
     * Runs.
     *
     * @param seed decides all random draws
     * @param sinks receive the whole trace
     */
    RunEnd run(long seed, List<TraceSink> sinks);
}
