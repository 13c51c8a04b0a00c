package dev.wavetank.model.scheduler.framework;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pods for which preemption makes room on a node ({@code framework.PodNominator}). */
public interface NominatedPods {

    /** Whether no pod is nominated to any node. */
    boolean isEmpty();

    /** The pods that are nominated to the node, in the order of their nominations. */
    List<PodInfo> on(String node);

    /** The node to which the pod with that uid is nominated, or null. */
    @Nullable
    String nodeOf(String uid);

    /** Nominates a pod, in place of its earlier nomination. */
    void add(PodInfo pod, String node);

    /** Drops the nomination of the pod with that uid, if there is one. */
    void remove(String uid);
}
