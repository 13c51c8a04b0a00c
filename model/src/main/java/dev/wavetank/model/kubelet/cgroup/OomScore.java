package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;

/**
 * {@code oom_score_adj}: which process the kernel kills first when memory is gone (pkg/kubelet/qos/policy.go v1.20;
 * with memory that a pod requests as a whole, v1.34).
 */
public final class OomScore {

    /** Of the pause container. */
    static final int SANDBOX = -998;

    private static final int GUARANTEED = -997;
    private static final int BEST_EFFORT = 1000;

    /** {@code system-node-critical}. */
    private static final int NODE_CRITICAL = 2_000_001_000;

    private OomScore() {}

    /**
     * The value of a container.
     *
     * @param capacity memory of the node, in bytes
     */
    public static int of(Pod pod, Container container, long capacity) {
        QosClass qos = QosClass.of(pod);
        Integer priority = pod.spec().priority();
        if (qos == QosClass.GUARANTEED || priority != null && priority >= NODE_CRITICAL) {
            return GUARANTEED;
        }
        if (qos == QosClass.BEST_EFFORT || capacity <= 0) {
            return BEST_EFFORT;
        }
        long request = ResourceAmounts.requestsOrLimitsOf(container).memory() + unassigned(pod);
        long adjusted = BEST_EFFORT - BEST_EFFORT * request / capacity;
        return (int) Math.min(Math.max(adjusted, BEST_EFFORT + GUARANTEED), BEST_EFFORT - 1);
    }

    /** The share of each container in the memory that its pod requests and no container does. */
    private static long unassigned(Pod pod) {
        long whole = WholePod.requests(pod.spec()).memory();
        if (whole == 0) {
            return 0;
        }
        int number =
                pod.spec().containers().size() + pod.spec().initContainers().size();
        return Math.max(
                        0,
                        whole
                                - ResourceAmounts.requestedByContainers(pod.spec())
                                        .memory())
                / number;
    }
}
