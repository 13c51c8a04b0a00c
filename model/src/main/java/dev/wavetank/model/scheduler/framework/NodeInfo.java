package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.List;

/**
 * A node, the pods that are there or assumed to be, and sums over them ({@code framework.NodeInfo}). Plug-ins read it.
 */
public interface NodeInfo {

    /** Its name. */
    String name();

    /** The latest object. */
    Node node();

    /** Its place among {@link Snapshot#nodes}, from 0; -1 when it is not one of them, nor a trial with one of them. */
    int position();

    /** What pods may use of it. */
    ResourceAmounts allocatable();

    /** CPU that pods may use of it, in milli-cores. */
    default long allocatableCpu() {
        return allocatable().milliCpu();
    }

    /** Memory that pods may use of it, in bytes. */
    default long allocatableMemory() {
        return allocatable().memory();
    }

    /** How many pods it has. */
    default int podCount() {
        return pods().size();
    }

    /** How many pods it takes. */
    long allocatablePods();

    /** What its pods have requested of every resource but CPU and memory, by name. */
    long requested(String resource);

    /** CPU that its pods have requested, in milli-cores. */
    long requestedCpu();

    /** Memory that its pods have requested, in bytes. */
    long requestedMemory();

    /** As {@link #requestedCpu}, with a default for containers that request none; for scores. */
    long scoredCpu();

    /** As {@link #requestedMemory}, with a default for containers that request none; for scores. */
    long scoredMemory();

    /** Its pods, in the order in which they came. */
    List<PodInfo> pods();

    /** Those of its pods that have pod affinity or anti-affinity, required or preferred. */
    List<PodInfo> podsWithAffinity();

    /** Those of its pods that have required pod anti-affinity. */
    List<PodInfo> podsWithRequiredAntiAffinity();

    /** Ports that its pods have bound on it. */
    List<Container.Port> hostPorts();

    /** Its taints that keep pods away: with effect NoSchedule or NoExecute. */
    List<Node.Taint> repellingTaints();

    /** Its taints of effect PreferNoSchedule. */
    List<Node.Taint> discouragingTaints();

    /** Whether it is cordoned. */
    boolean isCordoned();

    /** Bytes of an image on it, under the name that containers use (with tag); 0 when it is not there. */
    long imageSize(String image);

    /**
     * How many nodes had the image when this node was last updated; scores depend on this moment
     * ({@code ImageStateSummary.NumNodes}).
     */
    int nodesWithImage(String image);

    /**
     * A number that changes whenever the node or one of its pods changes; of two states of the cluster's nodes no two
     * have the same, so that what was computed from one can be kept with it ({@code NodeInfo.Generation}).
     */
    long generation();

    /** A copy to try changes with. */
    TrialNode trial();
}
