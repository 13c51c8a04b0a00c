package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A kubelet reports the terminal phase of a pod only when its containers have ended. */
public final class EndReportedLast implements Invariant {

    private final LiveContainers live = new LiveContainers();
    private final Set<String> reported = new LinkedHashSet<>();
    private final boolean applies;

    /** @param version of the kubelets */
    public EndReportedLast(KubernetesVersion version) {
        this.applies = version.has(Feature.TERMINAL_PHASE_LAST);
    }

    @Override
    public String name() {
        return "EndReportedLast";
    }

    @Override
    public String reason() {
        return "A terminal phase says that what the pod used is free. When it comes too early, the scheduler"
                + " sends another pod to a node that is still full, and the kubelet rejects it as OutOfcpu."
                + " Kubelets before v1.22 report at once that a pod has failed as a whole, which is not judged"
                + " there.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "kubernetes#106884, mended by kubernetes#108366",
                "pkg/kubelet/kubelet.go (v1.32), SyncTerminatingPod and SyncTerminatedPod");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A kubelet reports a terminal phase only when all containers of the pod have ended.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(
                ContainerTrace.Started.class, ContainerTrace.Ended.class, ComponentTrace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        live.observe(entry);
        if (applies
                && entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod
                && pod.isFinished()
                && reported.add(pod.uid())
                && request.call().userAgent().startsWith("kubelet/")) {
            // What another has called ended before, such as the collector of pods, stays so whatever a kubelet writes.
            List<String> running = live.of(pod.uid()).stream()
                    .map(ContainerTrace.Started::container)
                    .toList();
            if (!running.isEmpty()) {
                outcomes.broken(
                        this,
                        "pod/" + pod.key(),
                        "is reported as " + pod.phase() + ", although its containers " + running + " still run");
            }
        }
    }
}
