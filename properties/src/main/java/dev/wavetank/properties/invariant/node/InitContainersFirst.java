package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
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
 * A container runs only after all init containers before it have succeeded. A sidecar, an init container that is always
 * restarted, need not end. A pod whose sandbox was made anew runs its init containers again, and until then none of
 * the others.
 */
public final class InitContainersFirst implements Invariant {

    @Override
    public String name() {
        return "InitContainersFirst";
    }

    @Override
    public String reason() {
        return "Init containers load data, run migrations and wait for what a program needs. A program that"
                + " starts before them works on what is not there yet.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Init Containers; Sidecar Containers",
                "pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.32), computePodActions");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container runs only after all init containers before it have succeeded.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() != WatchEvent.Type.DELETED
                && change.object() instanceof Pod pod
                && pod.status() != null
                && !pod.spec().initContainers().isEmpty()) {
            judge(pod, outcomes);
        }
    }

    private void judge(Pod pod, Outcomes outcomes) {
        List<Pod.ContainerStatus> inits = pod.status().initContainerStatuses();
        for (Pod.ContainerStatus init : inits) {
            if (isSidecar(pod, init.name())) {
                continue;
            }
            Pod.Terminated ended = init.state() == null ? null : init.state().terminated();
            if (ended == null || ended.exitCode() != 0) {
                inits.subList(inits.indexOf(init) + 1, inits.size()).forEach(next -> judge(pod, init, next, outcomes));
                pod.status().containerStatuses().forEach(next -> judge(pod, init, next, outcomes));
            }
        }
    }

    private void judge(Pod pod, Pod.ContainerStatus init, Pod.ContainerStatus next, Outcomes outcomes) {
        if (next.state() != null && next.state().running() != null) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "runs container " + next.name() + ", although its init container " + init.name()
                            + " has not succeeded");
        }
    }

    private static boolean isSidecar(Pod pod, String name) {
        for (Container spec : pod.spec().initContainers()) {
            if (spec.name().equals(name)) {
                return "Always".equals(spec.other().get("restartPolicy"));
            }
        }
        return false;
    }
}
