package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A kubelet reports the terminal phase of a pod only when its containers have ended and so what they used is free:
 * otherwise the scheduler sends another pod to a node that is still full. Kubelets before v1.22 report at once that a
 * pod has failed as a whole.
 */
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
                && request.call().userAgent().startsWith("kubelet/")
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod
                && pod.isFinished()
                && reported.add(pod.uid())) {
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
