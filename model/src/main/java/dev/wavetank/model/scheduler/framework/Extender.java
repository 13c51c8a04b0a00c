package dev.wavetank.model.scheduler.framework;

import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another program that takes part in the placing of pods ({@code framework.Extender}). A scheduling cycle waits for its
 * answers.
 */
public interface Extender {

    /** What messages call it: its URL. */
    String name();

    /** Whether it is asked about such a pod. */
    boolean isInterested(PodInfo pod);

    /** Whether the attempt goes on without it when it fails. */
    boolean isIgnorable();

    /** Whether it filters. */
    boolean filters();

    /** Whether it scores. */
    boolean prioritizes();

    /** Whether it has a say in who is preempted. */
    boolean preempts();

    /** Whether it binds. */
    boolean binds();

    /**
     * The feasible nodes that it leaves.
     *
     * @param feasible names of the nodes that it leaves, in their order
     * @param failed nodes that it refuses, with the reasons
     * @param unresolvable those for which preemption is of no use
     * @param error why it failed; null when it has not
     */
    record Filtered(
            List<String> feasible,
            Map<String, String> failed,
            Map<String, String> unresolvable,
            @Nullable String error) {}

    /** Filters the nodes that have passed the filters of the profile. */
    Completion<Filtered> filter(PodInfo pod, List<NodeInfo> nodes);

    /**
     * What it makes of the feasible nodes.
     *
     * @param points by the name of the node, times its weight; they are added to the totals as they are
     * @param error why it failed, which no attempt minds; null when it has not
     */
    record Prioritized(Map<String, Long> points, @Nullable String error) {}

    /** Scores nodes. */
    Completion<Prioritized> prioritize(PodInfo pod, List<NodeInfo> nodes);

    /**
     * Pods that have to go from a node.
     *
     * @param pods the pods
     * @param violations how many of them a disruption budget protects
     */
    record Victims(List<PodInfo> pods, int violations) {}

    /**
     * What it makes of candidates for preemption.
     *
     * @param victims by node; nodes that are missing are candidates no longer
     * @param error why it failed; null when it has not
     */
    record Preemption(
            Map<NodeInfo, Victims> victims, @Nullable String error) {}

    /** Leaves candidates for preemption out, or changes their victims ({@code ProcessPreemption}). */
    Completion<Preemption> preempt(PodInfo pod, Map<NodeInfo, Victims> victims);

    /** Binds the pod. */
    Completion<Status> bind(PodInfo pod, String node);
}
