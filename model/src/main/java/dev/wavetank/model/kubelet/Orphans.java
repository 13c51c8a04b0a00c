package dev.wavetank.model.kubelet;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.runtime.PodLifecycleEvents;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Sandboxes without a pod in the API, which an earlier incarnation of a kubelet left behind. */
final class Orphans {

    private final CriClient cri;
    private final PodLifecycleEvents runtime;
    private final Set<String> removed = new TreeSet<>();

    Orphans(CriClient cri, PodLifecycleEvents runtime) {
        this.cri = cri;
        this.runtime = runtime;
    }

    /**
     * Removes those of a listing.
     *
     * @param known uids of the pods that the kubelet has
     * @param isSynced whether it has all of them; if not, it looks again at the next listing
     */
    void remove(List<RuntimePod> listing, Set<String> known, boolean isSynced) {
        for (RuntimePod pod : listing) {
            if (known.contains(pod.uid())) {
                continue;
            }
            if (!isSynced) {
                runtime.expectChange();
            } else if (removed.add(pod.sandboxId())) {
                cri.call(new CriRequest.RemovePodSandbox(pod.sandboxId()))
                        .whenDone(response -> removed.remove(pod.sandboxId()));
            }
        }
    }
}
