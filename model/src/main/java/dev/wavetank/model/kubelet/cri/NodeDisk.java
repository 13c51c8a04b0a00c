package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cni.HostLocalStore;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state of a node that survives a power-off: images, the runtime's records of its sandboxes, logs, and reserved
 * addresses. Created outside of the runtime and passed to each of its incarnations.
 */
public final class NodeDisk {

    /** Bytes of each image; 0 when they are not known. */
    private final SortedMap<String, Long> images = new TreeMap<>();

    private final Map<String, SandboxRecord> sandboxes = new LinkedHashMap<>();
    private final ContainerLogs logs = new ContainerLogs();
    private final NetworkDisk network = new NetworkDisk();

    /** An empty disk. */
    public NodeDisk() {}

    /** Whose sandbox it is, whether it has the network of the node, and when it was made. */
    record SandboxRecord(ObjectKey pod, String uid, int attempt, boolean hostNetwork, long createdAt) {}

    /** Adds an image of unknown size to the node. */
    public void addImage(String image) {
        addImage(image, 0);
    }

    /** Adds an image to the node. */
    public void addImage(String image, long bytes) {
        images.put(image, bytes);
    }

    void removeImage(String image) {
        images.remove(image);
    }

    /** Bytes of the images on the node, by name; 0 when they are not known. */
    SortedMap<String, Long> imageBytes() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(images));
    }

    /** Whether an image is on the node. */
    public boolean hasImage(String image) {
        return images.containsKey(image);
    }

    /** The images that are on the node. */
    public SortedSet<String> images() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(images.keySet()));
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
}
