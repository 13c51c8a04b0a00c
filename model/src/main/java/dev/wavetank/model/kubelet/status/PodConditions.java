package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The conditions that the kubelet sets on a pod ({@code pkg/kubelet/status/generate.go}). */
final class PodConditions {

    private static final String SCHEDULED = "PodScheduled";

    private static final String READY_TO_START = "PodReadyToStartContainers";

    private static final List<String> OWN = List.of(
            READY_TO_START,
            "Initialized",
            "Ready",
            "ContainersReady",
            RestartAll.CONDITION,
            "PodResizePending",
            "PodResizeInProgress");

    private final boolean namesFailure;
    private final boolean hasContainersReady;
    private final boolean hasReadyToStart;
    private final boolean observes;

    /** The conditions that a version has, and their reasons there. */
    PodConditions(KubernetesVersion version) {
        this.namesFailure = version.has(Feature.POD_FAILED_REASON);
        this.hasContainersReady = version.has(Feature.CONTAINERS_READY_CONDITION);
        this.hasReadyToStart = version.has(Feature.READY_TO_START_CONDITION);
        this.observes = version.has(Feature.POD_OBSERVED_GENERATION);
    }

    /** The conditions of a pod with these container statuses. */
    List<Pod.Condition> of(StatusInputs inputs, Pod.Status status, Instant now) {
        Pod pod = inputs.pod();
        Pod.Status former = inputs.former();
        Long generation = generation(pod);
        List<String> incomplete = incomplete(pod, status);
        List<Pod.Condition> result = new ArrayList<>(5);
        boolean isTerminal = "Failed".equals(status.phase()) || "Succeeded".equals(status.phase());
        if (!isTerminal) {
            for (Pod.Condition resize : inputs.resizes()) {
                result.add(kept(former, resize, resize.observedGeneration()));
            }
        }
        if (hasReadyToStart) {
            result.add(kept(former, readyToStart(inputs, now), generation));
        }
        result.add(kept(former, initialized(status.phase(), incomplete, now), generation));
        Pod.Condition containersReady = containersReady(pod, status, now);
        result.add(kept(former, podReady(pod, containersReady), generation));
        if (hasContainersReady) {
            result.add(kept(former, containersReady, generation));
        }
        if (RestartAll.isPossible(pod)) {
            result.add(kept(former, RestartAll.condition(inputs, status.phase(), now), generation));
        }
        // A pod that has come to a node is scheduled, whatever a scheduler says that has not heard of its success.
        Pod.Condition scheduled = kept(former, condition(SCHEDULED, true, now, null, null), generation);
        boolean isAdded = false;
        if (pod.status() != null) {
            for (Pod.Condition other : pod.status().conditions()) {
                if (other.type().equals(SCHEDULED)) {
                    isAdded = result.add(scheduled);
                } else if (!OWN.contains(other.type())) {
                    result.add(other);
                }
            }
        }
        if (!isAdded) {
            result.add(scheduled);
        }
        return result;
    }

    /**
     * The generation of the pod that its status is about ({@code CalculatePodStatusObservedGeneration},
     * pkg/api/v1/pod/util.go v1.34); null in older versions and for static pods, of which only the mirror has one.
     */
    @Nullable
    Long generation(Pod pod) {
        return observes ? pod.metadata().generation() : null;
    }

    /** The sandbox runs and has its address; a pod in the network of its node has none of its own. */
    private static Pod.Condition readyToStart(StatusInputs inputs, Instant now) {
        boolean onHost = Boolean.TRUE.equals(inputs.pod().spec().other().get("hostNetwork"));
        boolean holds = inputs.runtime() != null
                && inputs.runtime().ready()
                && (onHost || inputs.runtime().ip() != null);
        return condition(READY_TO_START, holds, now, null, null);
    }

    private static List<String> incomplete(Pod pod, Pod.Status status) {
        List<String> names = new ArrayList<>(0);
        for (int i = 0; i < status.initContainerStatuses().size(); i++) {
            Container spec = pod.spec().initContainers().get(i);
            Pod.ContainerStatus init = status.initContainerStatuses().get(i);
            boolean complete = Containers.isSidecar(spec)
                    ? Boolean.TRUE.equals(init.started())
                    : init.state().terminated() != null
                            && init.state().terminated().exitCode() == 0;
            if (!complete) {
                names.add(spec.name());
            }
        }
        return names;
    }

    private static Pod.Condition initialized(String phase, List<String> incomplete, Instant now) {
        if (incomplete.isEmpty()) {
            String reason = phase.equals("Succeeded") ? "PodCompleted" : null;
            return condition("Initialized", true, now, reason, null);
        }
        String message = "containers with incomplete status: [" + String.join(" ", incomplete) + "]";
        return condition("Initialized", false, now, "ContainersNotInitialized", message);
    }

    private Pod.Condition containersReady(Pod pod, Pod.Status status, Instant now) {
        String type = "ContainersReady";
        if (status.phase().equals("Succeeded")) {
            return condition(type, false, now, "PodCompleted", null);
        }
        if (status.phase().equals("Failed") && namesFailure) {
            return condition(type, false, now, "PodFailed", null);
        }
        Stream<Pod.ContainerStatus> sidecars = IntStream.range(
                        0, status.initContainerStatuses().size())
                .filter(i -> Containers.isSidecar(pod.spec().initContainers().get(i)))
                .mapToObj(i -> status.initContainerStatuses().get(i));
        List<String> unready = Stream.concat(sidecars, status.containerStatuses().stream())
                .filter(one -> !Boolean.TRUE.equals(one.ready()))
                .map(Pod.ContainerStatus::name)
                .toList();
        if (unready.isEmpty()) {
            return condition(type, true, now, null, null);
        }
        String message = "containers with unready status: [" + String.join(" ", unready) + "]";
        return condition(type, false, now, "ContainersNotReady", message);
    }

    /** A pod whose containers are ready is ready when its readiness gates are open too. */
    private static Pod.Condition podReady(Pod pod, Pod.Condition containersReady) {
        boolean ready = containersReady.status().equals("True");
        Instant now = containersReady.lastTransitionTime();
        List<String> closed = ready ? closedGates(pod) : List.of();
        return closed.isEmpty()
                ? condition("Ready", ready, now, containersReady.reason(), containersReady.message())
                : condition("Ready", false, now, "ReadinessGatesNotReady", String.join(", ", closed));
    }

    private static List<String> closedGates(Pod pod) {
        List<String> closed = new ArrayList<>(0);
        if (pod.spec().other().get("readinessGates") instanceof List<?> gates) {
            for (Object gate : gates) {
                Object type = ((Map<?, ?>) gate).get("conditionType");
                Pod.Condition found = pod.condition(String.valueOf(type)).orElse(null);
                if (found == null) {
                    closed.add("corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
                } else if (!found.status().equals("True")) {
                    closed.add(
                            "the status of pod readiness gate \"" + type + "\" is not \"True\", but " + found.status());
                }
            }
        }
        return closed;
    }

    private static Pod.Condition condition(
            String type, boolean holds, Instant now, @Nullable String reason, @Nullable String message) {
        return new Pod.Condition(type, holds ? "True" : "False", null, now, reason, message);
    }

    /** Keeps the time of the last transition when the status of the condition is the same as before. */
    private static Pod.Condition kept(Pod.Status former, Pod.Condition next, @Nullable Long generation) {
        for (Pod.Condition before : former.conditions()) {
            if (before.type().equals(next.type()) && before.status().equals(next.status())) {
                return new Pod.Condition(
                        next.type(),
                        next.status(),
                        null,
                        before.lastTransitionTime(),
                        next.reason(),
                        next.message(),
                        generation);
            }
        }
        return next.observing(generation);
    }
}
