package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cni.HostLocalStore;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The state of a node that survives a power-off: images, the runtime's records of its sandboxes, logs, and reserved
 * addresses. Created outside of the runtime and passed to each of its incarnations.
 */
public final class NodeDisk {

    private final Set<String> images = new TreeSet<>();
    private final Map<String, SandboxRecord> sandboxes = new LinkedHashMap<>();
    private final ContainerLogs logs = new ContainerLogs();
    private final NetworkDisk network = new NetworkDisk();

    /** An empty disk. */
    public NodeDisk() {}

    /** Whose sandbox it is, and whether it has the network of the node. */
    record SandboxRecord(ObjectKey pod, String uid, int attempt, boolean hostNetwork) {}

    /** Adds an image to the node. */
    public void addImage(String image) {
        images.add(image);
    }

    /** Whether an image is on the node. */
    public boolean hasImage(String image) {
        return images.contains(image);
    }

    /** The images that are on the node. */
    public SortedSet<String> images() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(images));
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

    Map<String, SandboxRecord> sandboxes() {
        return sandboxes;
    }
}
