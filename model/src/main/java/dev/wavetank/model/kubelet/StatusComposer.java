package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodContainerStatusBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Composes the status of a pod: phase, conditions and container states.
 */
final class StatusComposer {

    private static final Pod.ContainerState NOTHING = new Pod.ContainerState(null, null, null);
    private static final List<String> OWN_CONDITIONS = List.of("Initialized", "Ready", "ContainersReady");

    private final String hostAddress;
    private final Readiness readiness;
    private final Instant firstSeen;
    private final KubernetesVersion version;

    StatusComposer(String hostAddress, Readiness readiness, Instant now, KubernetesVersion version) {
        this.version = version;
        this.hostAddress = hostAddress;
        this.readiness = readiness;
        this.firstSeen = Timestamps.seconds(now);
    }

    /**
     * The inputs of a status: the pod, its last composed status or null, the runtime's state and the plan.
     */
    record Picture(Pod pod, Pod.Status last, RuntimePod runtime, PodPlan plan) {
        RuntimeContainer container(Container spec) {
            return runtime == null || !runtime.ready() ? null : runtime.container(spec.name());
        }

        /**
         * The status that this one follows: the kubelet's own, once there is one. The watched pod may be older, and to
         * follow it would revert the kubelet's own writes for ever ({@code updateStatusInternal} of the status manager,
         * {@code pkg/kubelet/status/status_manager.go}).
         */
        Pod.Status former() {
            Pod.Status former = last == null ? pod.status() : last;
            return former == null ? PodStatusBuilder.builder().build() : former;
        }
    }

    /** The status of a pod that the node rejected. */
    Pod.Status refused(Pod pod, Admission.Refusal refusal) {
        return (pod.status() == null ? PodStatusBuilder.builder().build() : pod.status())
                .withPhase("Failed")
                .withReason(refusal.reason())
                .withMessage(refusal.message())
                .withStartTime(firstSeen);
    }

    /** The status at that time. */
    Pod.Status compose(Picture picture, Instant now) {
        Pod pod = picture.pod();
        List<String> incomplete = new ArrayList<>(0);
        List<Pod.ContainerStatus> inits = new ArrayList<>(0);
        for (Container spec : pod.spec().initContainers()) {
            RuntimeContainer container = picture.container(spec);
            boolean complete = container != null && container.hasExited() && container.exitCode() == 0;
            if (!complete) {
                incomplete.add(spec.name());
            }
            inits.add(status(picture, spec, "PodInitializing").withReady(complete));
        }
        String waiting = incomplete.isEmpty() ? "ContainerCreating" : "PodInitializing";
        List<String> unready = new ArrayList<>(0);
        List<Pod.ContainerStatus> containers = new ArrayList<>(1);
        for (Container spec : pod.spec().containers()) {
            RuntimeContainer container = picture.container(spec);
            boolean ready = readiness.isReady(
                    spec,
                    container,
                    picture.runtime() != null && picture.runtime().serving());
            if (!ready) {
                unready.add(spec.name());
            }
            containers.add(status(picture, spec, waiting)
                    .withReady(ready)
                    .withStarted(
                            version.has(Feature.CONTAINER_STARTED)
                                    ? (Boolean) (container != null && container.isRunning())
                                    : null));
        }
        String phase = phase(picture, incomplete.isEmpty(), containers);
        String ip = picture.runtime() == null ? null : picture.runtime().ip();
        Pod.Status before = pod.status() == null ? PodStatusBuilder.builder().build() : pod.status();
        Pod.Status former = picture.former();
        return PodStatusBuilder.builder(before)
                .phase(phase)
                .conditions(conditions(picture, new Findings(phase, incomplete, unready), Timestamps.seconds(now)))
                .hostIP(hostAddress)
                .podIP(ip == null ? former.podIP() : ip)
                .podIPs(ip == null || !version.has(Feature.POD_IPS) ? former.podIPs() : List.of(new Pod.IpAddress(ip)))
                .startTime(former.startTime() == null ? firstSeen : former.startTime())
                .initContainerStatuses(inits)
                .containerStatuses(containers)
                .build();
    }

    private static String phase(Picture picture, boolean initialized, List<Pod.ContainerStatus> containers) {
        if (picture.plan().finalPhase() != null) {
            return picture.plan().finalPhase();
        }
        String own =
                picture.last() == null ? picture.pod().phase() : picture.last().phase();
        // An ended pod never runs again, whoever wrote that it ended (generateAPIPodStatus,
        // pkg/kubelet/kubelet_pods.go).
        String former = picture.pod().isFinished() ? picture.pod().phase() : own;
        if (!"Pending".equals(former)) {
            return former;
        }
        boolean allStarted = initialized;
        for (Pod.ContainerStatus container : containers) {
            allStarted &= container.containerID() != null;
        }
        return allStarted ? "Running" : "Pending";
    }

    private record Findings(String phase, List<String> incomplete, List<String> unready) {}

    private List<Pod.Condition> conditions(Picture picture, Findings findings, Instant now) {
        Pod.Status last = picture.last() == null ? picture.pod().status() : picture.last();
        List<Pod.Condition> result = new ArrayList<>(4);
        if (findings.incomplete().isEmpty()) {
            String reason = findings.phase().equals("Succeeded") ? "PodCompleted" : null;
            result.add(condition(last, new Pod.Condition("Initialized", "True", null, now, reason, null)));
        } else {
            String message = "containers with incomplete status: [" + String.join(" ", findings.incomplete()) + "]";
            result.add(condition(
                    last, new Pod.Condition("Initialized", "False", null, now, "ContainersNotInitialized", message)));
        }
        Pod.Condition containersReady = readyCondition("ContainersReady", findings, now);
        result.add(condition(last, podReady(picture.pod(), containersReady)));
        if (version.has(Feature.CONTAINERS_READY_CONDITION)) {
            result.add(condition(last, containersReady));
        }
        if (picture.pod().status() != null) {
            for (Pod.Condition other : picture.pod().status().conditions()) {
                if (!OWN_CONDITIONS.contains(other.type())) {
                    result.add(other);
                }
            }
        }
        return result;
    }

    /** A pod whose containers are ready is ready when its readiness gates are open too. */
    private static Pod.Condition podReady(Pod pod, Pod.Condition containersReady) {
        List<String> closed = new ArrayList<>(0);
        if (containersReady.status().equals("True")
                && pod.spec().other().get("readinessGates") instanceof List<?> gates) {
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
        Instant now = containersReady.lastTransitionTime();
        return closed.isEmpty()
                ? new Pod.Condition(
                        "Ready",
                        containersReady.status(),
                        null,
                        now,
                        containersReady.reason(),
                        containersReady.message())
                : new Pod.Condition("Ready", "False", null, now, "ReadinessGatesNotReady", String.join(", ", closed));
    }

    private static Pod.Condition readyCondition(String type, Findings findings, Instant now) {
        if (findings.phase().equals("Succeeded") || findings.phase().equals("Failed")) {
            String reason = findings.phase().equals("Succeeded") ? "PodCompleted" : "PodFailed";
            return new Pod.Condition(type, "False", null, now, reason, null);
        }
        if (findings.unready().isEmpty()) {
            return new Pod.Condition(type, "True", null, now, null, null);
        }
        String message = "containers with unready status: [" + String.join(" ", findings.unready()) + "]";
        return new Pod.Condition(type, "False", null, now, "ContainersNotReady", message);
    }

    /** Keeps the time of the last transition when the status of the condition is the same as before. */
    private static Pod.Condition condition(Pod.Status last, Pod.Condition next) {
        if (last != null) {
            for (Pod.Condition before : last.conditions()) {
                if (before.type().equals(next.type()) && before.status().equals(next.status())) {
                    return new Pod.Condition(
                            next.type(),
                            next.status(),
                            null,
                            before.lastTransitionTime(),
                            next.reason(),
                            next.message());
                }
            }
        }
        return next;
    }

    private static Pod.ContainerStatus status(Picture picture, Container spec, String waitingReason) {
        RuntimeContainer container = picture.container(spec);
        Pod.ContainerStatus known = PodPlan.startedBefore(picture.pod(), spec.name());
        if (container == null && known != null) {
            Pod.ContainerState ended = PodPlan.isLost(picture.pod(), null, spec.name())
                    ? new Pod.ContainerState(null, null, lost(known))
                    : waiting(waitingReason, null);
            return known.withState(ended).withLastState(new Pod.ContainerState(null, null, lost(known)));
        }
        PodContainerStatusBuilder builder = PodContainerStatusBuilder.builder()
                .name(spec.name())
                .image(spec.image())
                .imageID("")
                .lastState(NOTHING)
                .restartCount(0);
        if (container == null) {
            return builder.state(waiting(waitingReason, null)).build();
        }
        builder.restartCount(container.attempt());
        RuntimeContainer shown =
                container.startedAt() == 0 && !container.isRunning() ? container.previous() : container;
        if (shown != null) {
            builder.containerID("containerd://" + shown.id())
                    .image(shown.image())
                    .imageID(shown.image());
        }
        Long backoff = picture.plan().backoffs().get(spec.name());
        if (backoff != null) {
            String message = "back-off " + GoDuration.seconds(backoff) + " restarting failed container=" + spec.name()
                    + " pod=" + picture.pod().key().name() + "_"
                    + picture.pod().key().namespace() + "(" + picture.pod().uid() + ")";
            return builder.state(waiting("CrashLoopBackOff", message))
                    .lastState(terminated(container))
                    .build();
        }
        if (container.previous() != null) {
            builder.lastState(terminated(container.previous()));
        }
        return builder.state(state(container)).build();
    }

    private static Pod.ContainerState state(RuntimeContainer container) {
        return switch (container.state()) {
            case CREATED -> waiting("ContainerCreating", null);
            case RUNNING ->
                new Pod.ContainerState(
                        null, new Pod.Running(Timestamps.seconds(VirtualTime.calendar(container.startedAt()))), null);
            case EXITED -> terminated(container);
        };
    }

    private static Pod.ContainerState waiting(String reason, String message) {
        return new Pod.ContainerState(new Pod.Waiting(reason, message), null, null);
    }

    private static Pod.ContainerState terminated(RuntimeContainer container) {
        return new Pod.ContainerState(
                null,
                null,
                new Pod.Terminated(
                        container.exitCode(),
                        container.exitCode() == 0 ? "Completed" : "Error",
                        null,
                        Timestamps.seconds(VirtualTime.calendar(container.startedAt())),
                        Timestamps.seconds(VirtualTime.calendar(container.finishedAt())),
                        "containerd://" + container.id()));
    }

    /** The terminated state of a container that the runtime does not know any more. */
    private static Pod.Terminated lost(Pod.ContainerStatus known) {
        return new Pod.Terminated(
                137,
                "ContainerStatusUnknown",
                "The container could not be located when the pod was terminated",
                null,
                null,
                known.containerID());
    }
}
