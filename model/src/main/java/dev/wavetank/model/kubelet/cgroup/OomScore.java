package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;

/** {@code oom_score_adj}: which process the kernel kills first when memory is gone (pkg/kubelet/qos/policy.go v1.20). */
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
        long request = ContainerResources.requests(container).memory();
        long adjusted = BEST_EFFORT - BEST_EFFORT * request / capacity;
        return (int) Math.min(Math.max(adjusted, BEST_EFFORT + GUARANTEED), BEST_EFFORT - 1);
    }
}
