package dev.wavetank.model.kubelet.cgroup;

import java.util.Map;
import java.util.TreeMap;

/**
 * The cores that a node's containers have for their own, which its disk keeps over restarts of the kubelet ({@code
 * /var/lib/kubelet/cpu_manager_state}, pkg/kubelet/cm/cpumanager/state v1.20).
 */
public final class CpuState {

    private final Map<String, Map<String, CpuSet>> assigned = new TreeMap<>();

    /** No container has any. */
    public CpuState() {}

    /** Cores by container, by uid of the pod; to read and to write. */
    Map<String, Map<String, CpuSet>> assigned() {
        return assigned;
    }
}
