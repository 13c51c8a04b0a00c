package dev.wavetank.model.kubelet.collection;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.List;

/**
 * Removes the older ones of several dead instances of a container, every minute ({@code
 * pkg/kubelet/kuberuntime/kuberuntime_gc.go} v1.20). The runtime of the model keeps two at most, so that there is one to
 * remove or none. Without one a tick is not simulated. Sandboxes are removed with their pods.
 */
final class ContainerCollector {

    /** {@code ContainerGCPeriod}. */
    private static final long PERIOD = VirtualTime.MINUTE;

    private final Context context;
    private final CriClient cri;
    private final CollectionSettings settings;
    private final long start;
    private List<RuntimePod> latest = List.of();
    private boolean armed;

    ContainerCollector(Context context, CriClient cri, CollectionSettings settings) {
        this.context = context;
        this.cri = cri;
        this.settings = settings;
        this.start = context.now();
    }

    void see(List<RuntimePod> listing) {
        latest = listing;
        if (!armed && settings.deadContainers() == 1 && hasGarbage()) {
            armed = true;
            context.daemonAfter(PERIOD - Math.floorMod(context.now() - start, PERIOD), this::collect);
        }
    }

    private boolean hasGarbage() {
        for (RuntimePod pod : latest) {
            for (RuntimeContainer container : pod.containers()) {
                if (isTwiceDead(container)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isTwiceDead(RuntimeContainer container) {
        return container.hasExited() && container.previous() != null;
    }

    private void collect() {
        armed = false;
        for (RuntimePod pod : latest) {
            for (RuntimeContainer container : pod.containers()) {
                RuntimeContainer older = container.previous();
                if (older != null
                        && isTwiceDead(container)
                        && context.now() - older.startedAt() >= settings.youngestContainer()) {
                    cri.call(new CriRequest.RemoveContainer(older.id()));
                }
            }
        }
    }
}
