package dev.wavetank.cli;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.PartsSpec;

/**
 * All that decides a run.
 *
 * @param scenario what happens
 * @param seed what chance does
 * @param parts what the cluster is made of
 */
record Prepared(Scenario scenario, long seed, PartsSpec parts) {

    /** The parts themselves. */
    ClusterParts clusterParts() {
        try {
            return parts.parts();
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
    }
}
