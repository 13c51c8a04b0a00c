package dev.wavetank.cli.input;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.swarm.SwarmMask;

/**
 * All inputs of a run.
 *
 * @param scenario cluster, commands and faults
 * @param seed of all random draws
 * @param parts of the cluster
 * @param mask which kinds of faults the seed switched on; null when none were drawn
 */
public record ResolvedScenario(Scenario scenario, long seed, PartsSpec parts, SwarmMask mask) {

    /**
     * A run whose faults were not drawn.
     *
     * @throws BadInputException for errors of the cluster that would only appear during the run
     */
    public static ResolvedScenario of(Scenario scenario, long seed, PartsSpec parts) {
        try {
            check(scenario);
        } catch (IllegalArgumentException impossible) {
            throw new BadInputException(impossible.getMessage(), impossible);
        }
        return new ResolvedScenario(scenario, seed, parts, null);
    }

    /**
     * Checks the settings, the add-ons and the static pods of a cluster.
     *
     * @throws IllegalArgumentException for what is impossible; its message begins with a setting or a field
     */
    static void check(Scenario scenario) {
        ClusterSpec cluster = scenario.cluster();
        boolean needsNodes = !cluster.shape().staticPods().isEmpty()
                || !cluster.shape().pools().isEmpty()
                || ComponentNames.hasProxies(cluster);
        if (!cluster.settings().isEmpty() || !cluster.addOns().isEmpty() || needsNodes) {
            ClusterSpec checked = needsNodes ? cluster : cluster.withNodes(0);
            Cluster.of(scenario.withFaults(FaultPlan.NONE).withCluster(checked), 1, ClusterParts.DEFAULT);
        }
    }

    /** The same run with other faults. */
    public ResolvedScenario withFaults(FaultPlan plan, SwarmMask drawn) {
        return new ResolvedScenario(scenario.withFaults(plan), seed, parts, drawn);
    }

    /** The same run with another seed. */
    ResolvedScenario withSeed(long other) {
        return new ResolvedScenario(scenario, other, parts, mask);
    }

    /** The parts themselves. */
    public ClusterParts clusterParts() {
        try {
            return parts.parts();
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
    }
}
