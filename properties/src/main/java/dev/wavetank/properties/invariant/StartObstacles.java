package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why pods that have a node do not run there, although its kubelet does what it can: their containers end again and
 * again, their images or configuration are missing, their volumes cannot be attached or mounted, or an init container
 * or a post-start hook does not end.
 */
final class StartObstacles {

    /** Reasons for which a container waits without a fault of the cluster. */
    private static final List<String> WAITING = List.of(
            "CrashLoopBackOff",
            "ImagePullBackOff",
            "ErrImagePull",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError",
            "Blocked");

    private static final String HOOK = "PostStartHookError";

    /** Reasons of Events after which what an earlier one said is over. */
    private static final List<String> PROGRESS = List.of("SuccessfulAttachVolume", "Pulling", "Pulled", "Created");

    /** What Events say about pods that have not run yet, by uid. */
    private final Map<String, String> mounts = new LinkedHashMap<>();
    /** The containers of pods that have not run yet whose processes have been started, by the uid of the pod. */
    private final Map<String, Set<String>> started = new LinkedHashMap<>();

    /** Observes what is said; returns whether it says why a pod does not start. */
    boolean observe(ReportedEvent event) {
        String uid = event.uid();
        if ("Started".equals(event.reason())) {
            return started.computeIfAbsent(uid, missing -> new LinkedHashSet<>())
                    .add(String.valueOf(event.field()));
        }
        if (PROGRESS.contains(event.reason())) {
            return mounts.remove(uid) != null || "SuccessfulAttachVolume".equals(event.reason());
        }
        boolean tells = "FailedMount".equals(event.reason())
                || "FailedAttachVolume".equals(event.reason())
                || "NetworkNotReady".equals(event.reason())
                || "FailedCreatePodSandBox".equals(event.reason()) && isLasting(event.message());
        if (tells) {
            mounts.put(uid, event.message());
        }
        return tells;
    }

    /** Plug-ins refuse a configuration for good, and a runtime a handler; other sandboxes come about at a later try. */
    private static boolean isLasting(String message) {
        return message.contains(" network for sandbox ")
                || message.contains("failed to get sandbox runtime: no runtime for ")
                || message.contains("runtimeclass.node.k8s.io ");
    }

    /** Forgets a pod that runs, has ended or is gone. */
    void forget(String uid) {
        mounts.remove(uid);
        started.remove(uid);
    }

    /** Why a pod with a node does not run. */
    Optional<String> of(Pod pod) {
        if (pod.isReady() || pod.status() == null) {
            return Optional.empty();
        }
        List<Pod.ContainerStatus> all = new ArrayList<>(pod.status().initContainerStatuses());
        all.addAll(pod.status().containerStatuses());
        for (Pod.ContainerStatus container : all) {
            Optional<String> reason = reason(container);
            if (reason.isPresent()) {
                return Optional.of(
                        "container " + container.name() + " of pod " + pod.key() + " does not run: " + reason.get());
            }
        }
        Optional<String> wait = init(pod).or(() -> gate(pod)).or(() -> hook(pod));
        if (wait.isPresent()) {
            return wait;
        }
        String mount = "Pending".equals(pod.phase()) ? mounts.get(pod.uid()) : null;
        return Optional.ofNullable(mount).map(text -> "pod " + pod.key() + " waits: " + text);
    }

    /** An init container may run for as long as it likes, such as until a Service is there that it looks up. */
    private static Optional<String> init(Pod pod) {
        for (Container spec : pod.spec().initContainers()) {
            boolean isSidecar = ResourceAmounts.isSidecar(spec);
            for (Pod.ContainerStatus status : pod.status().initContainerStatuses()) {
                boolean isRunning = status.state() != null && status.state().running() != null;
                if (!isSidecar && isRunning && status.name().equals(spec.name())) {
                    return Optional.of("pod " + pod.key() + " waits for the end of its init container " + spec.name());
                }
            }
        }
        return Optional.empty();
    }

    /** No component of a cluster sets a condition of which somebody's own spec makes the readiness of a pod depend. */
    private static Optional<String> gate(Pod pod) {
        boolean isWhole = pod.condition("ContainersReady")
                .filter(condition -> "True".equals(condition.status()))
                .isPresent();
        if (!isWhole || !(pod.spec().other().get("readinessGates") instanceof List<?> gates)) {
            return Optional.empty();
        }
        return gates.stream()
                .filter(Map.class::isInstance)
                .map(gate -> String.valueOf(((Map<?, ?>) gate).get("conditionType")))
                .filter(type -> pod.condition(type)
                        .filter(condition -> "True".equals(condition.status()))
                        .isEmpty())
                .findFirst()
                .map(type -> "pod " + pod.key() + " waits for its readiness gate " + type);
    }

    /** Until its post-start hook has ended, a container whose process runs is reported as waiting. */
    private Optional<String> hook(Pod pod) {
        Set<String> processes = started.getOrDefault(pod.uid(), Collections.emptySet());
        return pod.spec().containers().stream()
                .filter(container -> processes.contains("spec.containers{" + container.name() + "}")
                        && PostStartHooks.hides(pod, container.name()))
                .findFirst()
                .map(container -> "container " + container.name() + " of pod " + pod.key()
                        + " waits for the end of its post-start hook");
    }

    private static Optional<String> reason(Pod.ContainerStatus container) {
        Pod.ContainerState state = container.state();
        if (state == null) {
            return Optional.empty();
        }
        if (state.waiting() != null && state.waiting().reason() != null) {
            String reason = state.waiting().reason();
            return WAITING.contains(reason) || reason.startsWith(HOOK) ? Optional.of(reason) : Optional.empty();
        }
        // Between its end and the back-off, a container that ends again and again without a failure shows no reason.
        boolean ended = state.terminated() != null
                && (state.terminated().exitCode() != 0 || Defaults.zeroIfNull(container.restartCount()) > 0);
        return ended
                ? Optional.of("it ended with exit code " + state.terminated().exitCode())
                : Optional.empty();
    }
}
