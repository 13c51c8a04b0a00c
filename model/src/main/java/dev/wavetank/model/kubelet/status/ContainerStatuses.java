package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodContainerStatusBuilder;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The status of one container ({@code convertToAPIContainerStatuses}, pkg/kubelet/kubelet_pods.go v1.20). */
final class ContainerStatuses {

    private static final Pod.ContainerState NOTHING = new Pod.ContainerState(null, null, null);
    private static final String BY_LOGS = "FallbackToLogsOnError";
    private static final int KILLED = 137;

    private static final String TERMINATED = "The container could not be located when the pod was terminated";
    private static final String DELETED =
            "The container could not be located when the pod was deleted.  The container used to be Running";

    /** The beginning of identities, such as {@code containerd://}. */
    private final String scheme;

    private final StatusFields fields;
    private final boolean infersEnds;

    /** @param scheme the beginning of the identities of containers, such as {@code containerd://} */
    ContainerStatuses(String scheme, KubernetesVersion version, ContainerUsers users) {
        this.scheme = scheme;
        this.fields = new StatusFields(version, users);
        this.infersEnds = version.has(Feature.LOST_CONTAINERS_ENDED);
    }

    /**
     * The status of a container, without readiness.
     *
     * @param waiting reason for which a container waits that has never been tried
     */
    Pod.ContainerStatus of(StatusInputs inputs, Container spec, String waiting) {
        RuntimeContainer container = Containers.find(inputs.runtime(), spec);
        Pod.ContainerStatus status = container == null
                ? absent(inputs, spec, waiting)
                : withRemoved(inputs, known(inputs, spec, container, waiting));
        WaitingReason reason = inputs.reasons().get(spec.name());
        if (reason == null || !Containers.isToBeStarted(inputs.pod(), spec, container)) {
            return status;
        }
        Pod.ContainerState last = status.state().terminated() == null ? status.lastState() : status.state();
        return status.withLastState(last).withState(waiting(reason.reason(), reason.message()));
    }

    private static Pod.ContainerStatus withRemoved(StatusInputs inputs, Pod.ContainerStatus status) {
        if (status.restartCount() == 0) {
            return status;
        }
        Pod.ContainerStatus found =
                RestartAll.withRemoved(status, inputs.former().containerStatuses());
        return RestartAll.withRemoved(found, inputs.former().initContainerStatuses());
    }

    private Pod.ContainerStatus absent(StatusInputs inputs, Container spec, String waiting) {
        // The kubelet's own status knows of starts that the watched pod may not show yet.
        Pod pod = inputs.pod().withStatus(inputs.former());
        Pod.ContainerStatus known = Containers.startedBefore(pod, spec.name());
        if (known != null && (RestartAll.isRemoved(known) || RestartAll.isGoingOn(inputs.former()))) {
            return RestartAll.removed(known);
        }
        if (known != null && known.state().terminated() != null) {
            return known;
        }
        if (known != null) {
            boolean isLost = Containers.isLost(pod, null, spec);
            if (!isLost && !infersEnds && !pod.metadata().isDeleting()) {
                return known.withState(waiting(waiting, null));
            }
            Pod.ContainerState last = new Pod.ContainerState(null, null, lost(known, isLost ? TERMINATED : DELETED));
            return known.withState(isLost ? last : waiting(waiting, null)).withLastState(last);
        }
        PodContainerStatusBuilder builder =
                start(spec).state(waiting(waiting, null)).other(fields.ofUnknown(pod, spec));
        Pod.ContainerStatus counted = Containers.known(inputs.former(), spec.name());
        return counted == null
                ? builder.build()
                : builder.restartCount(counted.restartCount())
                        .lastState(counted.lastState())
                        .build();
    }

    private static PodContainerStatusBuilder start(Container spec) {
        return PodContainerStatusBuilder.builder()
                .name(spec.name())
                .image(spec.image())
                .imageID("")
                .lastState(NOTHING)
                .restartCount(0);
    }

    /**
     * The runtime keeps the newest run of each container that has ended ({@code MaxPerPodContainer}), so a kubelet that
     * has just started knows nothing of the run before it.
     */
    private Pod.ContainerStatus known(StatusInputs inputs, Container spec, RuntimeContainer container, String waiting) {
        Pod.ContainerStatus status = present(inputs.pod(), spec, container, waiting);
        if (!container.hasExited()) {
            return status;
        }
        if (inputs.last() == null) {
            return status.withLastState(NOTHING);
        }
        return inputs.last().containerStatuses().stream()
                .filter(told ->
                        told.state().terminated() != null && Objects.equals(told.containerID(), status.containerID()))
                .findFirst()
                .map(told -> status.withLastState(told.lastState()))
                .orElse(status);
    }

    private Pod.ContainerStatus present(Pod pod, Container spec, RuntimeContainer container, String waiting) {
        PodContainerStatusBuilder builder =
                start(spec).restartCount(container.attempt()).other(fields.ofKnown(pod, spec, container));
        RuntimeContainer shown = container.state() == RuntimeContainer.State.CREATED ? container.previous() : container;
        if (shown != null) {
            builder.containerID(scheme + shown.id())
                    .image(shown.image().shown())
                    .imageID(shown.image().ref());
        }
        if (container.previous() != null) {
            builder.lastState(terminated(spec, container.previous()));
        }
        return builder.state(
                        switch (container.state()) {
                            case CREATED -> waiting(waiting, null);
                            case RUNNING ->
                                new Pod.ContainerState(null, new Pod.Running(time(container.startedAt())), null);
                            case EXITED -> terminated(spec, container);
                        })
                .build();
    }

    private static Pod.ContainerState waiting(String reason, @Nullable String message) {
        return new Pod.ContainerState(new Pod.Waiting(reason, message), null, null);
    }

    private Pod.ContainerState terminated(Container spec, RuntimeContainer container) {
        String usual = container.exitCode() == 0 ? "Completed" : "Error";
        String given = container.exit().reason();
        return new Pod.ContainerState(
                null,
                null,
                new Pod.Terminated(
                        container.exitCode(),
                        given == null ? usual : given,
                        message(spec, container),
                        container.startedAt() == 0 ? Instant.EPOCH : time(container.startedAt()),
                        time(container.finishedAt()),
                        scheme + container.id()));
    }

    private static @Nullable String message(Container spec, RuntimeContainer container) {
        String own = container.exit().message();
        boolean logs = own.isEmpty() && container.exitCode() != 0 && BY_LOGS.equals(spec.terminationMessagePolicy());
        String message = logs ? container.exit().output() : own;
        return message.isEmpty() ? null : message;
    }

    private static Instant time(long at) {
        return Timestamps.seconds(VirtualTime.calendar(at));
    }

    /** The terminated state of a container that the runtime does not know any more. */
    private static Pod.Terminated lost(Pod.ContainerStatus known, String message) {
        return new Pod.Terminated(KILLED, "ContainerStatusUnknown", message, null, null, known.containerID());
    }
}
