package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The phase and the readiness of a pod say the same as its containers: it has succeeded only when every container has
 * ended with code 0, it has not failed when every container has, it is ready only while all of them and all its
 * readiness gates are, and a container is ready only while it runs. Conditions name the containers that are not ready,
 * and a pod that has succeeded is not ready for that reason. Only what a write changes is judged, so that a violation
 * is found at the write that caused it.
 */
public final class PhaseMatchesContainers implements Invariant {

    private static final List<String> READINESS = List.of("Ready", "ContainersReady");
    private static final String UNREADY = "ContainersNotReady";

    @Override
    public String name() {
        return "PhaseMatchesContainers";
    }

    @Override
    public String reason() {
        return "Controllers, Services and people look at phase and readiness and not at containers: a Job that"
                + " reads Succeeded is done, and a pod that reads Ready gets requests.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle, Pod phase; Pod readiness",
                "KEP-580, Pod Ready++",
                "pkg/kubelet/kubelet_pods.go, getPhase; pkg/kubelet/status/generate.go,"
                        + " GeneratePodReadyCondition (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod succeeds only when all its containers have, and is ready only while all of them are.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof Pod pod
                && change.previous() instanceof Pod before
                && pod.status() != null
                && pod.status() != before.status()) {
            judge(pod, before, outcomes);
        }
    }

    private void judge(Pod pod, Pod before, Outcomes outcomes) {
        boolean hasSucceeded = "Succeeded".equals(pod.phase()) && !"Succeeded".equals(before.phase());
        boolean becomesReady = pod.isReady() && !before.isReady();
        if (becomesReady) {
            judgeGates(pod, outcomes);
        }
        if (pod.status().conditions() != before.status().conditions()) {
            judgeReasons(pod, before, hasSucceeded, outcomes);
        }
        if ("Failed".equals(pod.phase()) && !"Failed".equals(before.phase()) && hasNoReasonToFail(pod)) {
            outcomes.broken(this, ObjectNames.of(pod), "has failed, although all its containers ended with code 0");
        }
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            Pod.ContainerState state = status.state();
            Pod.Terminated ended = state == null ? null : state.terminated();
            if (hasSucceeded && ended != null && ended.exitCode() != 0) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "has succeeded, although container " + status.name() + " ended with code " + ended.exitCode());
            }
            boolean isReady = Boolean.TRUE.equals(status.ready());
            if (becomesReady && !isReady) {
                outcomes.broken(this, ObjectNames.of(pod), "is ready, although container " + status.name() + " is not");
            }
            if (isReady && (state == null || state.running() == null)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "shows container " + status.name() + " as ready, which does not run");
            }
        }
    }

    private void judgeGates(Pod pod, Outcomes outcomes) {
        if (pod.spec().other().get("readinessGates") instanceof List<?> gates) {
            for (Object gate : gates) {
                Object type = gate instanceof Map<?, ?> fields ? fields.get("conditionType") : null;
                if (type != null && !isTrue(pod, String.valueOf(type))) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "is ready, although its readiness gate " + type + " is not True");
                }
            }
        }
    }

    private static boolean isTrue(Pod pod, String type) {
        Pod.Condition found = pod.condition(type).orElse(null);
        return found != null && "True".equals(found.status());
    }

    /** What the kubelet gives as the reason why a pod is not ready; others give none. */
    private void judgeReasons(Pod pod, Pod before, boolean hasSucceeded, Outcomes outcomes) {
        for (Pod.Condition now : pod.status().conditions()) {
            if (!READINESS.contains(now.type()) || !"False".equals(now.status())) {
                continue;
            }
            if (hasSucceeded && !"PodCompleted".equals(now.reason())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "has succeeded, and gives for " + now.type() + " the reason " + now.reason()
                                + ", expected PodCompleted");
            } else if (UNREADY.equals(now.reason())
                    && now.message() != null
                    && !before.status().conditions().contains(now)) {
                judgeNames(pod, now, outcomes);
            }
        }
    }

    private void judgeNames(Pod pod, Pod.Condition condition, Outcomes outcomes) {
        String message = condition.message();
        int begin = message.indexOf('[');
        int end = message.lastIndexOf(']');
        if (begin < 0 || end < begin) {
            return;
        }
        List<String> named = List.of(message.substring(begin + 1, end).split(" "));
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            boolean isReady = Boolean.TRUE.equals(status.ready());
            if (named.contains(status.name()) == isReady) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "names as unready " + named + ", and container " + status.name() + " is "
                                + (isReady ? "ready" : "not ready"));
            }
        }
    }

    /** Evictions, deadlines and lost nodes give a reason or a condition. */
    private static boolean hasNoReasonToFail(Pod pod) {
        if (pod.status().reason() != null
                || pod.condition("DisruptionTarget").isPresent()
                || pod.status().containerStatuses().isEmpty()) {
            return false;
        }
        return allSucceeded(pod.status().initContainerStatuses())
                && allSucceeded(pod.status().containerStatuses());
    }

    private static boolean allSucceeded(List<Pod.ContainerStatus> statuses) {
        for (Pod.ContainerStatus status : statuses) {
            Pod.Terminated ended =
                    status.state() == null ? null : status.state().terminated();
            if (ended == null || ended.exitCode() != 0) {
                return false;
            }
        }
        return true;
    }
}
