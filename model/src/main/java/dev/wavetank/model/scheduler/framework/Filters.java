package dev.wavetank.model.scheduler.framework;

import org.jspecify.annotations.Nullable;

/** Runs the filters of a profile for one node, for plug-ins that try what would follow from a change. */
public interface Filters {

    /**
     * Whether the pod fits: as the node is, and also with the pods of the same or a higher priority that are nominated to it
     * ({@code RunFilterPluginsWithNominatedPods}).
     *
     * @return null when it fits
     */
    @Nullable
    Refusal run(CycleState state, PodInfo pod, NodeInfo node);

    /** Counts a pod in on a trial node, and in the state of the plug-ins. */
    void addPod(CycleState state, PodInfo pod, PodInfo added, TrialNode node);

    /** Counts a pod out on a trial node, and in the state of the plug-ins. */
    void removePod(CycleState state, PodInfo pod, PodInfo removed, TrialNode node);
}
