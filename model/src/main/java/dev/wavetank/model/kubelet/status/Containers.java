package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the desired pod, its last status and the runtime together say about one container. */
public final class Containers {

    private Containers() {}

    /** The latest container of that name in a sandbox, or null. It may run on when its sandbox is ready no more. */
    public static @Nullable RuntimeContainer find(@Nullable RuntimePod runtime, Container spec) {
        return runtime == null ? null : runtime.container(spec.name());
    }

    /** The containers of a pod that run in a sandbox. */
    public static List<RuntimeContainer> running(Pod pod, RuntimePod sandbox) {
        return Stream.of(pod.spec().containers(), pod.spec().initContainers(), EphemeralContainers.of(pod))
                .flatMap(List::stream)
                .flatMap(spec -> Stream.ofNullable(find(sandbox, spec)))
                .filter(RuntimeContainer::isRunning)
                .toList();
    }

    /** The status that the API has of a container of that name, if its process was ever started; otherwise null. */
    public static Pod.@Nullable ContainerStatus startedBefore(Pod pod, String name) {
        Pod.ContainerStatus known = known(pod.status(), name);
        return known == null || known.containerID() == null ? null : known;
    }

    /** What a status says of a container of that name; null when it says nothing. */
    public static Pod.@Nullable ContainerStatus known(Pod.@Nullable Status status, String name) {
        return status == null
                ? null
                : Stream.concat(status.initContainerStatuses().stream(), status.containerStatuses().stream())
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    /** Whether a status says that a container waits. */
    public static boolean isWaiting(Pod.@Nullable Status status, String name) {
        return status != null
                && Stream.concat(status.initContainerStatuses().stream(), status.containerStatuses().stream())
                        .anyMatch(one -> one.name().equals(name) && one.state().waiting() != null);
    }

    /**
     * Which run of a container is the next when the runtime has none of it: 0 for the first. One that was counted and
     * never started has no log, so it does not count ({@code calcRestartCountByLogDir}).
     */
    public static int nextAttempt(Pod pod, String name) {
        Pod.ContainerStatus known = known(pod.status(), name);
        if (known == null) {
            return 0;
        }
        return known.containerID() == null || RestartAll.isRemoved(known)
                ? known.restartCount()
                : known.restartCount() + 1;
    }

    /** Whether the runtime has lost a container that must not be started twice. */
    public static boolean isLost(Pod pod, @Nullable RuntimeContainer container, Container spec) {
        if (container != null || !"Never".equals(policy(pod, spec))) {
            return false;
        }
        Pod.ContainerStatus known = startedBefore(pod, spec.name());
        Pod.Terminated ended = known == null ? null : known.state().terminated();
        return known != null
                && !RestartAll.isRemoved(known)
                && (ended == null || !RestartRules.restart(spec, ended.exitCode()));
    }

    /**
     * Whether the restart policy wants a container to be started, given its present state ({@code
     * ShouldContainerBeRestarted}).
     */
    public static boolean isToBeStarted(Pod pod, Container spec, @Nullable RuntimeContainer container) {
        if (pod.metadata().isDeleting() || isLost(pod, container, spec)) {
            return false;
        }
        if (container == null || container.state() == RuntimeContainer.State.CREATED) {
            return true;
        }
        if (container.isRunning()) {
            return false;
        }
        return restartsAfter(pod, spec, container.exitCode());
    }

    /**
     * Whether a container is to be started again that has ended with an exit code: by its rules, otherwise by its
     * restart policy.
     */
    public static boolean restartsAfter(Pod pod, Container spec, int code) {
        if (RestartRules.restart(spec, code)) {
            return true;
        }
        String policy = policy(pod, spec);
        return !"Never".equals(policy) && !("OnFailure".equals(policy) && code == 0);
    }

    /** The restart policy of a container: its own one, or that of its pod (KEP-5307). */
    public static @Nullable String policy(Pod pod, Container spec) {
        return spec.other().get("restartPolicy") instanceof String own
                ? own
                : pod.spec().restartPolicy();
    }

    /** Whether an init container runs beside the others, for as long as they do (KEP-753). */
    public static boolean isSidecar(Container spec) {
        return "Always".equals(spec.other().get("restartPolicy"));
    }
}
