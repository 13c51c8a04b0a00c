package dev.wavetank.model.scheduler.framework;

import java.util.List;

/** Ranks the feasible nodes for a pod. */
public interface ScorePlugin extends Plugin {

    /** Points of the best node after normalising, before the weight ({@code MaxNodeScore}). */
    long MAX_NODE_SCORE = 100;

    /** Points of a node; any number when {@link #normalize} brings it between 0 and {@link #MAX_NODE_SCORE}. */
    long score(CycleState state, PodInfo pod, NodeInfo node);

    /** Sets the points of all nodes, in their order; for plug-ins that can do so at less cost than one by one. */
    default void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        for (int i = 0; i < points.length; i++) {
            points[i] = score(state, pod, nodes.get(i));
        }
    }

    /** Whether {@link #normalize} does something ({@code ScoreExtensions}). */
    default boolean hasScoreExtensions() {
        return true;
    }

    /**
     * What {@link #normalize} makes of the points of each node when all are 0, whatever the pod and the nodes are; -1
     * when it depends on them.
     */
    default long normalizedZero() {
        return -1;
    }

    /** Brings the points of all nodes, in the order of {@code nodes}, between 0 and {@link #MAX_NODE_SCORE}. */
    default void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {}
}
