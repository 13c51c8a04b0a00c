package dev.wavetank.cli;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.fault.FaultPlan;

/**
 * All that decides a run.
 *
 * @param scenario what happens
 * @param seed what chance does
 * @param parts what the cluster is made of
 */
record Prepared(Scenario scenario, long seed, PartsSpec parts) {

    /** Checks what only the cluster knows: the settings of its components. */
    Prepared {
        if (!scenario.cluster().settings().isEmpty()) {
            Scenario small = scenario.withFaults(FaultPlan.NONE)
                    .withCluster(scenario.cluster().withNodes(0));
            try {
                Cluster.of(small, seed, ClusterParts.DEFAULT);
            } catch (IllegalArgumentException impossible) {
                throw new BadInputException(impossible.getMessage(), impossible);
            }
        }
    }

    /** The parts themselves. */
    ClusterParts clusterParts() {
        try {
            return parts.parts();
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
    }
}
