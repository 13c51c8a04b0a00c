package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Excludes nodes for a pod. */
@FunctionalInterface
public interface Filter {

    /** The default filters, in the order of Kubernetes. */
    static List<Filter> defaults() {
        return List.of(
                new NodeUnschedulable(),
                new NodeName(),
                new TaintToleration(),
                new NodeAffinity(),
                new NodePorts(),
                new NodeResourcesFit());
    }

    /**
     * Whether it can exclude any node for the pod; a filter that cannot is skipped ({@code PreFilter} with the result
     * {@code Skip}).
     */
    default boolean concerns(PodDemand pod) {
        return true;
    }

    /** Why the node is not feasible, as in the FailedScheduling event; empty when it is. */
    List<String> reasonsAgainst(PodDemand pod, NodeState node);
}
