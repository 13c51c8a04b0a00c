package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.Defaults;
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
 * The status of a pod remembers the runs of its containers: the count of restarts never falls, and a container that
 * waits because it has failed says how its last run ended.
 */
public final class RestartsRemembered implements Invariant {

    @Override
    public String name() {
        return "RestartsRemembered";
    }

    @Override
    public String reason() {
        return "Alarms look at how the count of restarts grows, and whoever looks for the cause of a crash begins"
                + " with the exit code in the last state.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ContainerStatus, restartCount and lastState",
                "pkg/kubelet/kubelet_pods.go (v1.32), convertToAPIContainerStatuses");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container's count of restarts never falls, and one that backs off says how its last run ended.";
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
                && before.status() != null
                && pod.status() != before.status()) {
            judge(pod, pod.status().initContainerStatuses(), before.status().initContainerStatuses(), outcomes);
            judge(pod, pod.status().containerStatuses(), before.status().containerStatuses(), outcomes);
        }
    }

    private void judge(Pod pod, List<Pod.ContainerStatus> now, List<Pod.ContainerStatus> before, Outcomes outcomes) {
        for (Pod.ContainerStatus status : now) {
            if (isInCrashLoop(status)
                    && (status.lastState() == null || status.lastState().terminated() == null)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "waits to start container " + status.name() + " again, and does not say how it ended");
            }
            for (Pod.ContainerStatus former : before) {
                int was = Defaults.zeroIfNull(former.restartCount());
                int is = Defaults.zeroIfNull(status.restartCount());
                if (former.name().equals(status.name()) && is < was) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "counted " + was + " restarts of container " + status.name() + ", and now " + is);
                }
            }
        }
    }

    private static boolean isInCrashLoop(Pod.ContainerStatus status) {
        return status.state() != null
                && status.state().waiting() != null
                && "CrashLoopBackOff".equals(status.state().waiting().reason());
    }
}
