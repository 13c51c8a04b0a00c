package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The runtime of each pod and the troubles of each node, for faults. No component of the cluster may use it.
 */
public final class ContainerRuntimes {

    private final Map<ObjectKey, ContainerRuntime> byPod = new LinkedHashMap<>();
    private final Map<ObjectKey, Long> refusals = new TreeMap<>();

    private final Map<String, NodeTroubles> troubles = new TreeMap<>();

    /** A directory without entries. */
    public ContainerRuntimes() {}

    /**
     * Ends the process of the first running container of a pod.
     *
     * @return whether there was one
     */
    public boolean exitContainer(ObjectKey pod, int exitCode) {
        ContainerRuntime runtime = byPod.get(pod);
        return runtime != null && runtime.exitContainer(pod, Exit.of(exitCode));
    }

    /**
     * Kills a running container of a pod as the kernel does for want of memory.
     *
     * @return whether there was one
     */
    public boolean killForMemory(ObjectKey pod) {
        ContainerRuntime runtime = byPod.get(pod);
        return runtime != null && runtime.exitContainer(pod, Exit.FOR_MEMORY);
    }

    /**
     * Ends the pause container of a pod.
     *
     * @return whether there was one
     */
    public boolean exitSandbox(ObjectKey pod) {
        ContainerRuntime runtime = byPod.get(pod);
        return runtime != null && runtime.exitSandbox(pod);
    }

    /**
     * Makes the processes of a pod reject requests, or serve them again. Its readiness probes detect that; a pod
     * without probes stays ready.
     *
     * @return whether the pod runs anywhere
     */
    public boolean setUnready(ObjectKey pod, boolean unready) {
        ContainerRuntime runtime = byPod.get(pod);
        return runtime != null && runtime.setServing(pod, !unready);
    }

    /** What is wrong with a node. */
    public NodeTroubles troublesOf(String node) {
        return troubles.computeIfAbsent(node, each -> new NodeTroubles());
    }

    /** How many readiness probes the processes of a pod have refused because of {@link #setUnready}. */
    public long refusals(ObjectKey pod) {
        return refusals.getOrDefault(pod, 0L);
    }

    void countRefusal(ObjectKey pod) {
        refusals.merge(pod, 1L, Long::sum);
    }

    /** The pods that have a sandbox somewhere. */
    public List<ObjectKey> pods() {
        return new ArrayList<>(byPod.keySet());
    }

    void put(ObjectKey pod, ContainerRuntime runtime) {
        byPod.put(pod, runtime);
    }

    void remove(ObjectKey pod, ContainerRuntime runtime) {
        byPod.remove(pod, runtime);
    }

    void removeAll(ContainerRuntime runtime) {
        byPod.values().removeIf(runtime::equals);
    }
}
