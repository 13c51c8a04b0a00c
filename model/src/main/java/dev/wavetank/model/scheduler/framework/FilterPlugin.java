package dev.wavetank.model.scheduler.framework;

/** Excludes nodes for a pod. */
public interface FilterPlugin extends Plugin {

    /** Whether the pod can run on the node, and if not, why. */
    Status filter(CycleState state, PodInfo pod, NodeInfo node);
}
