package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's state of a sandbox and its containers.
 *
 * @param sandboxId identity of the sandbox
 * @param pod namespace and name of the pod
 * @param uid of the pod
 * @param attempt how many sandboxes the pod had before
 * @param createdAt virtual time at which its sandbox was made
 * @param ready whether the pause container runs and the network is up
 * @param ip address of the pod, or null
 * @param serving whether its processes serve requests
 * @param containers the latest container of each name
 */
public record RuntimePod(
        String sandboxId,
        ObjectKey pod,
        String uid,
        int attempt,
        long createdAt,
        boolean ready,
        @Nullable String ip,
        boolean serving,
        List<RuntimeContainer> containers) {

    /** The latest container of that name, or null. */
    public @Nullable RuntimeContainer container(String name) {
        for (RuntimeContainer container : containers) {
            if (container.name().equals(name)) {
                return container;
            }
        }
        return null;
    }

    /** The same without its containers, which are removed. */
    public RuntimePod withoutContainers() {
        return new RuntimePod(sandboxId, pod, uid, attempt, createdAt, ready, ip, serving, List.of());
    }
}
