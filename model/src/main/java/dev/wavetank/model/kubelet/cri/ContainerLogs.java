package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The logs of containers whose sandbox is gone, on the disk of a node, as far as they wrote anything. They stay until a
 * later sandbox of a pod of that name is gone, too.
 */
final class ContainerLogs {

    private final Map<ObjectKey, RuntimePod> kept = new LinkedHashMap<>();

    /** Keeps what the containers of a sandbox that goes have written. */
    void keep(RuntimePod gone) {
        if (gone.containers().stream().anyMatch(container -> !container.log().isEmpty())) {
            kept.put(gone.pod(), gone);
        }
    }

    /**
     * The container that a request means; null when there is none.
     *
     * @param present the sandboxes that there are
     */
    @Nullable
    RuntimeContainer find(CriRequest.ReadLog request, List<RuntimePod> present) {
        RuntimeContainer found = null;
        for (RuntimePod pod : present) {
            RuntimeContainer own = pod.pod().equals(request.pod()) ? pod.container(request.container()) : null;
            found = own == null ? found : own;
        }
        RuntimePod gone = kept.get(request.pod());
        if (found == null && gone != null) {
            found = gone.container(request.container());
        }
        return found == null || !request.previous() ? found : found.previous();
    }
}
