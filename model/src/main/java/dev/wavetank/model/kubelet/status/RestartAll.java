package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All containers of a pod are removed, and start again in its sandbox, because one has ended with an exit code for
 * which a rule asks that (KEP-5532, v1.36). As long as that goes on, the pod has the condition {@code
 * AllContainersRestarting}.
 */
public final class RestartAll {

    /** The type of the condition. */
    static final String CONDITION = "AllContainersRestarting";

    private static final String REASON = "RestartingAllContainers";
    private static final String REMOVED = "The container is removed because RestartAllContainers in place";
    private static final int KILLED = 137;

    private RestartAll() {}

    /** Whether it goes on, by the status of the pod. */
    public static boolean isGoingOn(Pod.@Nullable Status status) {
        return status != null
                && status.conditions().stream()
                        .anyMatch(one ->
                                one.type().equals(CONDITION) && one.status().equals("True"));
    }

    /** Whether the end of a container asks for it. */
    public static boolean isAskedBy(Container spec, @Nullable RuntimeContainer container) {
        return container != null && container.hasExited() && RestartRules.restartAll(spec, container.exitCode());
    }

    /** Whether it may happen to a pod: only then has it the condition. */
    static boolean isPossible(Pod pod) {
        return containers(pod).anyMatch(RestartRules::canRestartAll);
    }

    private static Stream<Container> containers(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream());
    }

    /** The condition ({@code GenerateAllContainersRestartingCondition}, pkg/kubelet/status/generate.go v1.36). */
    static Pod.Condition condition(StatusInputs inputs, String phase, Instant now) {
        RuntimePod runtime = inputs.runtime();
        boolean isOver = phase.equals("Succeeded") || phase.equals("Failed");
        boolean goesOn = !isOver
                && runtime != null
                && !runtime.containers().isEmpty()
                && (isGoingOn(inputs.former())
                        || containers(inputs.pod()).anyMatch(spec -> isAskedBy(spec, Containers.find(runtime, spec))));
        String reason = goesOn
                ? "RestartAllContainersStarted"
                : isOver ? phase.equals("Failed") ? "PodFailed" : "PodCompleted" : null;
        return new Pod.Condition(
                CONDITION,
                goesOn ? "True" : "False",
                null,
                now,
                reason,
                goesOn ? "container exited with restart policy rule" : null);
    }

    /** Whether a status is that of a container that was removed for this, and has not started again. */
    static boolean isRemoved(Pod.ContainerStatus status) {
        return status.state().waiting() != null
                && REASON.equals(status.state().waiting().reason());
    }

    /** The status of a container that was removed for this. */
    static Pod.ContainerStatus removed(Pod.ContainerStatus known) {
        if (isRemoved(known)) {
            return known;
        }
        Pod.Terminated end = new Pod.Terminated(KILLED, REASON, REMOVED, null, null, known.containerID());
        return known.withState(new Pod.ContainerState(new Pod.Waiting(REASON, REMOVED), null, null))
                .withLastState(new Pod.ContainerState(null, null, end))
                .withRestartCount(known.restartCount() + 1);
    }

    /** The status of a container of which the runtime knows no earlier run, with the run that was removed. */
    static Pod.ContainerStatus withRemoved(Pod.ContainerStatus status, List<Pod.ContainerStatus> former) {
        if (status.lastState().terminated() != null) {
            return status;
        }
        return former.stream()
                .filter(one -> one.name().equals(status.name())
                        && one.lastState() != null
                        && one.lastState().terminated() != null
                        && Objects.equals(one.lastState().terminated().reason(), REASON))
                .findFirst()
                .map(one -> status.withLastState(one.lastState()))
                .orElse(status);
    }
}
