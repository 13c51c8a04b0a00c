package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.fault.FaultPlan;

/**
 * Makes a failing scenario smaller: leaves out one fault after the other, as long as the same law is still broken.
 *
 * <p>Every component draws from streams of its own, so leaving a fault out changes nothing that the fault did not
 * touch.
 */
public final class Shrinker {

    private final ClusterParts parts;
    private int runs;

    /** Shrinks failures of clusters made from these parts. */
    public Shrinker(ClusterParts parts) {
        this.parts = parts;
    }

    /** The smallest scenario that was found; no single fault can be left out of it. */
    public RunResult shrink(RunResult failure) {
        String law = failure.violations().get(0).law();
        RunResult smallest = failure;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (int i = smallest.scenario().faults().size() - 1; i >= 0; i--) {
                RunResult candidate = run(smallest, smallest.scenario().faults().without(i));
                if (candidate.broke(law)) {
                    smallest = candidate;
                    smaller = true;
                }
            }
        }
        return smallest;
    }

    /** How many runs it took so far. */
    public int runs() {
        return runs;
    }

    private RunResult run(RunResult failure, FaultPlan plan) {
        runs++;
        Scenario scenario = failure.scenario().withFaults(plan);
        return ScenarioRun.of(scenario, failure.seed(), parts);
    }
}
