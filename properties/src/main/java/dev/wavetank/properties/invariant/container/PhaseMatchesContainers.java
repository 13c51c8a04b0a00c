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
import java.util.Set;

/**
 * The phase and the readiness of a pod say the same as its containers: it has succeeded only when every container has
 * ended with code 0, it is ready only while all of them are, and a container is ready only while it runs. Only what a
 * write changes is judged, so that a violation is found at the write that caused it.
 */
public final class PhaseMatchesContainers implements Invariant {

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
}
