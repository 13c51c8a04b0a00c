package dev.wavetank.model.kubelet.cgroup;

import java.util.List;
import java.util.Optional;

/**
 * {@code --topology-manager-policy} (pkg/kubelet/cm/topologymanager): which NUMA nodes the cores of a container may
 * come from. Cores are the only resource that gives hints: devices and the memory manager are not simulated.
 */
public enum TopologyPolicy {
    /** NUMA nodes do not matter. */
    NONE,
    /** As few NUMA nodes as are possible now. */
    BEST_EFFORT,
    /** As few NUMA nodes as would do on an idle machine; when that is not possible, the pod is refused. */
    RESTRICTED,
    /** One NUMA node; when that is not possible, the pod is refused. */
    SINGLE_NUMA_NODE;

    /** The hint to follow; empty when a policy that refuses has none. */
    Optional<TopologyHint> choose(List<TopologyHint> hints) {
        return hints.stream()
                .filter(hint -> this == BEST_EFFORT || hint.isPreferred())
                .filter(hint -> this != SINGLE_NUMA_NODE || hint.nodes().cores().size() == 1)
                .min(TopologyHint.BEST_FIRST);
    }

    /** Whether a pod is refused for which no hint is left. */
    boolean refuses() {
        return this == RESTRICTED || this == SINGLE_NUMA_NODE;
    }
}
