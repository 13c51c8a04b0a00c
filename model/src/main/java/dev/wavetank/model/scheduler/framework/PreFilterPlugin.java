package dev.wavetank.model.scheduler.framework;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at a pod before its nodes are filtered: computes what the filter needs, or refuses the pod on all nodes. */
public interface PreFilterPlugin extends Plugin {

    /**
     * Prepares one cycle.
     *
     * @return success, {@link Status#SKIP} when the filter of the same name need not run for this pod, or why no
     *     node suits
     */
    Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot);

    /** Changes the state as if {@code added} ran on the node (preemption, nominated pods). */
    default void addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {}

    /** Changes the state as if {@code removed} did not run on the node (preemption). */
    default void removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {}

    /**
     * Names of the only nodes that can suit, after a successful {@link #preFilter}; null when it may be any
     * ({@code PreFilterResult}).
     */
    default @Nullable Set<String> onlyNodes(CycleState state, PodInfo pod) {
        return null;
    }
}
