package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Ends a pod on the node: stops its containers within their grace period, then removes its sandboxes. */
final class PodTermination {

    private static final long DEFAULT_GRACE_SECONDS = 30;

    private final CriClient cri;
    private final Pod pod;

    PodTermination(CriClient cri, Pod pod) {
        this.cri = cri;
        this.pod = pod;
    }

    /**
     * Begins the termination. Lists the runtime first: the last listing may lack the latest containers.
     *
     * @param whenStopped called with the last state of the pod, or null, when no container runs any more
     * @return whether nothing is left; if not, the call has to be repeated
     */
    Completion<Boolean> run(Consumer<RuntimePod> whenStopped) {
        return own().then(found -> found == null ? Completion.of(false) : stop(found))
                .then(stopped -> stopped ? own() : Completion.of(null))
                .then(left -> left == null ? Completion.of(false) : remove(left, whenStopped));
    }

    /** The pod's sandboxes; null when the runtime does not respond. */
    private Completion<List<RuntimePod>> own() {
        return cri.call(new CriRequest.ListPods()).map(response -> {
            if (!(response instanceof CriResponse.Listing listing)) {
                return null;
            }
            List<RuntimePod> own = new ArrayList<>(1);
            for (RuntimePod candidate : listing.pods()) {
                if (candidate.uid().equals(pod.uid())) {
                    own.add(candidate);
                }
            }
            return own;
        });
    }

    private Completion<Boolean> stop(List<RuntimePod> found) {
        List<Completion<CriResponse>> stops = new ArrayList<>();
        for (RuntimePod sandbox : found) {
            for (RuntimeContainer container : sandbox.containers()) {
                if (container.isRunning()) {
                    stops.add(cri.call(new CriRequest.StopContainer(container.id(), grace())));
                }
            }
        }
        return succeeded(stops);
    }

    /** How long the containers may take from SIGTERM on. */
    private long grace() {
        Long given = pod.metadata().deletionGracePeriodSeconds();
        Long own = pod.spec().terminationGracePeriodSeconds();
        long seconds = given != null ? given : own != null ? own : DEFAULT_GRACE_SECONDS;
        return seconds * VirtualTime.SECOND;
    }

    private Completion<Boolean> remove(List<RuntimePod> left, Consumer<RuntimePod> whenStopped) {
        whenStopped.accept(left.isEmpty() ? null : left.get(left.size() - 1));
        List<Completion<CriResponse>> removals = new ArrayList<>(1);
        for (RuntimePod sandbox : left) {
            removals.add(cri.call(new CriRequest.RemovePodSandbox(sandbox.sandboxId())));
        }
        return succeeded(removals);
    }

    private static Completion<Boolean> succeeded(List<Completion<CriResponse>> parts) {
        return Completion.all(parts).map(responses -> {
            for (CriResponse response : responses) {
                if (response instanceof CriResponse.Failed) {
                    return false;
                }
            }
            return true;
        });
    }
}
