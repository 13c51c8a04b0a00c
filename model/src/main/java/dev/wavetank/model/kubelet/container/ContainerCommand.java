package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.ContainerResources;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.Commands;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Derives the behaviour of a container's process from its command, and from an annotation of its pod ({@link
 * Behavior}).
 *
 * <p>Without a command, and with one that is not understood, containers of pods with the restart policy {@code
 * Always} serve until they are stopped; init containers and those of other pods run for a while and succeed. What is
 * not understood is reported once.
 */
final class ContainerCommand {

    private final Context context;
    private final Set<String> reported = new TreeSet<>();

    ContainerCommand(Context context) {
        this.context = context;
    }

    /** The behaviour of the process of a container of that pod. */
    ContainerProcess process(Pod pod, Container container) {
        List<String> command = new ArrayList<>(container.command());
        command.addAll(container.args());
        ContainerProcess process = ofCommand(pod, container, command);
        String behavior = pod.metadata().annotations().get(Behavior.ANNOTATION + container.name());
        if (behavior == null) {
            return process;
        }
        Optional<ContainerProcess> given = Behavior.apply(process, behavior, command);
        if (given.isEmpty()) {
            report(
                    pod,
                    "the annotation " + Behavior.ANNOTATION + container.name() + ": '" + behavior
                            + "' (see docs/containers.md)");
        }
        return Behavior.within(
                given.orElse(process),
                Behavior.usage(behavior),
                ContainerResources.limits(container).memory());
    }

    private ContainerProcess ofCommand(Pod pod, Container container, List<String> command) {
        boolean init = pod.spec().initContainers().contains(container);
        boolean serves = Containers.isSidecar(container)
                || !init
                        && !List.of("Never", "OnFailure")
                                .contains(String.valueOf(pod.spec().restartPolicy()));
        ContainerProcess usual =
                serves ? ContainerProcess.SERVER : init ? ContainerProcess.INIT : ContainerProcess.TASK;
        if (container.command().isEmpty()) {
            return usual;
        }
        Optional<ContainerProcess> understood = Commands.process(command);
        if (understood.isEmpty()) {
            report(
                    pod,
                    "the command of container " + container.name() + ", which "
                            + (serves ? "runs until it is stopped" : "runs for a while and succeeds") + ": "
                            + String.join(" ", command));
        }
        return understood.orElse(usual);
    }

    private void report(Pod pod, String what) {
        if (reported.add(what)) {
            context.trace(new NotSimulatedTrace("pod/" + pod.key(), what));
        }
    }
}
