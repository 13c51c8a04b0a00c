package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** At most one instance of a container of a pod runs at a time, on whatever node. */
public final class OneInstance implements Invariant {

    private final LiveContainers live = new LiveContainers();

    @Override
    public String name() {
        return "OneInstance";
    }

    @Override
    public String reason() {
        return "Two instances of one container write to the same volumes and hold the same identity, which"
                + " corrupts data. A pod that is deleted by force may run on beside its successor, which has"
                + " another uid and is another pod here.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.32), computePodActions: starts a"
                        + " container only when none of it runs",
                "Kubernetes documentation v1.32, Force Delete StatefulSet Pods: at most one pod with a given identity");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "At most one instance of a container of a pod runs at a time.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(ContainerTrace.Started.class, ContainerTrace.Ended.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ContainerTrace.Started started) {
            for (ContainerTrace.Started other : live.of(started.uid())) {
                if (other.container().equals(started.container())) {
                    outcomes.broken(
                            this,
                            "pod/" + started.pod(),
                            "runs container " + started.container() + " twice: " + other.id() + " and " + started.id());
                }
            }
        }
        live.observe(entry);
    }
}
