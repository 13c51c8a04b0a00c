package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Says on which nodes a pod cannot run. */
@FunctionalInterface
public interface Filter {

    /** The default filters, in the order in which Kubernetes asks them. */
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
     * Whether it can object to the pod on any node at all; a filter that cannot is not asked about nodes ({@code
     * PreFilter} with the result {@code Skip}).
     */
    default boolean concerns(PodDemand pod) {
        return true;
    }

    /** Why the pod cannot go to the node, in the words of the FailedScheduling event; empty when it can. */
    List<String> reasonsAgainst(PodDemand pod, NodeState node);
}
