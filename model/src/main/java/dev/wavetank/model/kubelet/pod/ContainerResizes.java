package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Gives running containers the resources that are set aside for them ({@code doPodResizeAction},
 * pkg/kubelet/kuberuntime/kuberuntime_manager.go v1.33): first memory, then processor time, of each the containers
 * that get less before those that get more, so that together they stay within their pod.
 */
final class ContainerResizes {

    private final Parts parts;

    ContainerResizes(Parts parts) {
        this.parts = parts;
    }

    /** One call of the runtime. */
    private record Step(ResourceChange change, Container.Resources resources) {}

    /** Ends with whether all of them have their resources. */
    Completion<Boolean> run(Pod pod, List<ResourceChange> changes) {
        List<Step> steps = new ArrayList<>();
        changes.stream()
                .filter(one -> one.memory() != 0)
                .sorted(Comparator.comparing(one -> one.memory() > 0))
                .forEach(one -> steps.add(new Step(one, one.afterMemory())));
        changes.stream()
                .filter(one -> one.cpu() != 0)
                .sorted(Comparator.comparing(one -> one.cpu() > 0))
                .forEach(one -> steps.add(
                        new Step(one, Objects.requireNonNull(one.spec().resources()))));
        changes.stream().filter(one -> one.memory() != 0).forEach(one -> report(pod, one.spec()));
        return run(pod, steps, 0);
    }

    private Completion<Boolean> run(Pod pod, List<Step> steps, int index) {
        if (index == steps.size()) {
            return Completion.of(true);
        }
        Step step = steps.get(index);
        return parts.cri()
                .call(new CriRequest.UpdateContainerResources(
                        step.change().running().id(), step.resources()))
                .then(response -> {
                    if (response instanceof CriResponse.Failed failed) {
                        parts.resizes().failed(pod, failed.message());
                        return Completion.of(false);
                    }
                    return run(pod, steps, index + 1);
                });
    }

    /** How much memory a process of an annotation may use was decided when it began. */
    private void report(Pod pod, Container container) {
        String behavior = pod.metadata().annotations().get(Behavior.ANNOTATION + container.name());
        if (behavior != null && Behavior.usage(behavior).parts().containsKey(ResourceUse.MEMORY)) {
            parts.context()
                    .trace(new NotSimulatedTrace(
                            "pod/" + pod.key(),
                            "that container " + container.name() + " is held to the memory limit of its resize:"
                                    + " until it starts again it is held to the one that it began with"));
        }
    }
}
