package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Says on which nodes a pod runs best. */
@FunctionalInterface
public interface Score {

    /** Points of the best node, before the weight. */
    long MOST = 100;

    /** The default scores, with Kubernetes' default weights. */
    static List<Score> defaults() {
        return List.of(new NodeResourcesLeastAllocated(), new BalancedAllocation(), new OwnerSpread());
    }

    /**
     * Adds points to the totals, from 0 to {@link #MOST} times the weight of this score.
     *
     * @param totals one total per node, in the order of the list
     */
    void addTo(long[] totals, PodDemand pod, List<NodeState> nodes);
}
