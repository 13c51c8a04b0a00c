package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.container.ContainerKiller;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.EphemeralContainers;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Ends a pod on the node: stops its containers within their grace period; later removes its sandboxes. */
final class PodTermination {

    private final CriClient cri;
    private final ContainerKiller killer;

    PodTermination(CriClient cri, ContainerKiller killer) {
        this.cri = cri;
        this.killer = killer;
    }

    /**
     * Stops all containers at the same time, and then the sidecars, the last one first. Lists the
     * runtime first: the last listing may lack the latest ones.
     *
     * @param isQuiet whether no Events are recorded
     * @return whether none runs any more; if not, the call has to be repeated
     */
    Completion<Boolean> stop(Pod pod, boolean isQuiet) {
        return own(pod).then(found -> {
            if (found == null) {
                return Completion.of(false);
            }
            List<RuntimeContainer> running = found.stream()
                    .flatMap(sandbox -> sandbox.containers().stream())
                    .filter(RuntimeContainer::isRunning)
                    .toList();
            return stop(pod, running, isQuiet);
        });
    }

    /** The same with containers that are known to run. */
    Completion<Boolean> stop(Pod pod, List<RuntimeContainer> running, boolean isQuiet) {
        List<Completion<Boolean>> stops = new ArrayList<>();
        for (RuntimeContainer container : running) {
            if (!Containers.isSidecar(spec(pod, container.name()))) {
                stops.add(kill(pod, container, isQuiet, Completion.of(true)));
            }
        }
        List<Container> inits = pod.spec().initContainers();
        for (int i = inits.size() - 1; i >= 0; i--) {
            for (RuntimeContainer container : running) {
                if (Containers.isSidecar(inits.get(i))
                        && container.name().equals(inits.get(i).name())) {
                    Completion<Boolean> before =
                            Completion.all(new ArrayList<>(stops)).map(results -> true);
                    stops.add(kill(pod, container, isQuiet, before));
                }
            }
        }
        return Completion.all(stops).map(results -> !results.contains(false));
    }

    private Completion<Boolean> kill(Pod pod, RuntimeContainer container, boolean isQuiet, Completion<Boolean> turn) {
        String message = isQuiet ? null : killer.stopping(container.name());
        return killer.kill(pod, spec(pod, container.name()), container.id(), message, turn);
    }

    private static Container spec(Pod pod, String name) {
        List<Container> all = new ArrayList<>(pod.spec().initContainers());
        all.addAll(pod.spec().containers());
        all.addAll(EphemeralContainers.of(pod));
        return all.stream().filter(one -> one.name().equals(name)).findFirst().orElse(all.get(0));
    }

    /**
     * Whether no sandbox of the pod is left; if not, the call has to be repeated.
     *
     * @param failed takes what the runtime says of each that could not be stopped
     */
    Completion<Boolean> remove(Pod pod, Consumer<String> failed) {
        return own(pod).then(left -> {
            if (left == null) {
                return Completion.of(false);
            }
            List<Completion<CriResponse>> removals = new ArrayList<>(1);
            for (RuntimePod sandbox : left) {
                removals.add(cri.call(new CriRequest.RemovePodSandbox(sandbox.sandboxId())));
            }
            return Completion.all(removals).map(responses -> allSucceeded(responses, failed));
        });
    }

    private static boolean allSucceeded(List<CriResponse> responses, Consumer<String> failed) {
        boolean success = true;
        for (CriResponse response : responses) {
            if (response instanceof CriResponse.Failed failure) {
                failed.accept(failure.message());
                success = false;
            }
        }
        return success;
    }

    /** The pod's sandboxes; null when the runtime does not respond. */
    private Completion<@Nullable List<RuntimePod>> own(Pod pod) {
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
}
