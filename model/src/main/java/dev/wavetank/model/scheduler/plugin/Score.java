package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Ranks nodes for a pod. */
@FunctionalInterface
public interface Score {

    /** Points of the best node, before the weight. */
    long MOST = 100;

    /** The default scores, with Kubernetes' default weights, for a cluster whose pods with an owner are given. */
    static List<Score> defaults(OwnedPods owned) {
        return List.of(new NodeResourcesLeastAllocated(), new BalancedAllocation(), new OwnerSpread(owned));
    }

    /**
     * Adds points to the totals, from 0 to {@link #MOST} times the weight of this score.
     *
     * @param totals one total per candidate, in their order
     */
    void addTo(long[] totals, PodDemand pod, Candidates nodes);
}
