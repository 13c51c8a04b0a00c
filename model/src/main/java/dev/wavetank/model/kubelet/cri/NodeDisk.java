package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cni.HostLocalStore;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cri.image.ImageStore;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of a node that survives a power-off: images, the runtime's records of its sandboxes and containers, logs,
 * and reserved addresses. Created outside of the runtime and passed to each of its incarnations.
 */
public final class NodeDisk {

    private final ImageStore images = new ImageStore();

    private final Map<String, SandboxRecord> sandboxes = new LinkedHashMap<>();
    private final ContainerLogs logs = new ContainerLogs();
    private final NetworkDisk network = new NetworkDisk();

    /** The latest container of each name, by sandbox. */
    private final Map<String, Map<String, RuntimeContainer>> containers = new LinkedHashMap<>();

    private final boolean keepsContainers;

    /** An empty disk. */
    public NodeDisk() {
        this(true);
    }

    /**
     * An empty disk.
     *
     * @param keepsContainers whether the runtime writes down its containers; the fake one of hollow nodes does not
     */
    public NodeDisk(boolean keepsContainers) {
        this.keepsContainers = keepsContainers;
    }

    /** Whose sandbox it is, whether it has the network of the node, and when it was made. */
    record SandboxRecord(ObjectKey pod, String uid, int attempt, boolean hostNetwork, long createdAt) {}

    /** The images that are on the node, with their layers. */
    public ImageStore images() {
        return images;
    }

    /** The reservations of pod addresses. */
    public HostLocalStore addresses() {
        return network.addresses();
    }

    /** The files of the pod network. */
    public NetworkDisk network() {
        return network;
    }

    ContainerLogs logs() {
        return logs;
    }

    /** Whether it has a sandbox of a pod. */
    public boolean holds(ObjectKey pod) {
        return sandboxes.values().stream().anyMatch(one -> one.pod().equals(pod));
    }

    Map<String, SandboxRecord> sandboxes() {
        return sandboxes;
    }

    /** The latest container of each name in a sandbox, to read and to write. */
    Map<String, RuntimeContainer> containers(String sandbox) {
        return containers.computeIfAbsent(sandbox, id -> new LinkedHashMap<>());
    }

    /** Records a sandbox and its containers. */
    void keep(Sandbox sandbox) {
        sandboxes.put(sandbox.id(), sandbox.identity());
        containers.put(sandbox.id(), sandbox.records());
    }

    void removeSandbox(String id) {
        sandboxes.remove(id);
        containers.remove(id);
    }

    /**
     * The machine has started again: no process has survived ({@code loadContainer}, containerd's
     * pkg/cri/server/restart.go).
     *
     * @param now in nanoseconds of virtual time
     */
    void rebooted(long now) {
        if (!keepsContainers) {
            containers.clear();
        }
        containers
                .values()
                .forEach(all -> all.replaceAll(
                        (name, container) -> container.isRunning() ? container.exited(now, Exit.UNKNOWN) : container));
    }
}
