package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.RestartAll;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Removes all containers of a pod, so that they start anew in its sandbox: first those that did not ask for it, stopped
 * when they run, and last those whose end asked, so that a kubelet that starts in between goes on ({@code
 * getContainersToReset}, pkg/kubelet/kuberuntime v1.36).
 */
final class PodReset {

    private final Parts parts;
    private final Pod pod;

    PodReset(Parts parts, Pod pod) {
        this.parts = parts;
        this.pod = pod;
    }

    private record Target(Container spec, RuntimeContainer container) {}

    /** Ends with whether all are gone; then the next listing shows it. */
    Completion<Boolean> run(RuntimePod seen) {
        List<Target> others = new ArrayList<>();
        List<Target> sources = new ArrayList<>();
        Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .forEach(spec -> {
                    RuntimeContainer container = Containers.find(seen, spec);
                    if (container != null) {
                        (RestartAll.isAskedBy(spec, container) ? sources : others).add(new Target(spec, container));
                    }
                });
        others.addAll(sources);
        return remove(others, 0).map(done -> {
            parts.runtime().expectChange();
            return done;
        });
    }

    private Completion<Boolean> remove(List<Target> targets, int index) {
        if (index == targets.size()) {
            return Completion.of(true);
        }
        Target target = targets.get(index);
        return stop(target)
                .then(stopped -> stopped
                        ? parts.cri()
                                .call(new CriRequest.RemoveContainer(
                                        target.container().id()))
                                .map(CriResponse.Done.class::isInstance)
                        : Completion.of(false))
                .then(removed -> removed ? remove(targets, index + 1) : Completion.of(false));
    }

    private Completion<Boolean> stop(Target target) {
        Container spec = target.spec();
        return target.container().isRunning()
                ? parts.killer()
                        .kill(pod, spec, target.container().id(), parts.killer().stopping(spec.name()))
                : Completion.of(true);
    }
}
