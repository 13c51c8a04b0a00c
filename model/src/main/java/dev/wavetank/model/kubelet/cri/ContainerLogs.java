package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The logs of containers whose sandbox is gone, on the disk of a node. They stay until a later sandbox of a pod of that
 * name is gone, too.
 */
final class ContainerLogs {

    /** So many of the pods without a word are remembered, so that a long run does not fill the memory. */
    private static final int SILENT_KEPT = 110;

    private final Map<ObjectKey, RuntimePod> kept = new LinkedHashMap<>();

    /** Sandboxes that go have empty files, too, which are read as such. */
    private final Map<ObjectKey, RuntimePod> silent = new LinkedHashMap<>();

    /** Keeps what the containers of a sandbox that goes have written. */
    void keep(RuntimePod gone) {
        kept.remove(gone.pod());
        silent.remove(gone.pod());
        boolean silence =
                gone.containers().stream().allMatch(container -> container.log().isEmpty());
        (silence ? silent : kept).put(gone.pod(), gone);
        if (silent.size() > SILENT_KEPT) {
            silent.remove(silent.keySet().iterator().next());
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
        RuntimePod spoke = kept.get(request.pod());
        RuntimePod gone = spoke == null ? silent.get(request.pod()) : spoke;
        if (found == null && gone != null) {
            found = gone.container(request.container());
        }
        return found == null || !request.previous() ? found : found.previous();
    }
}
