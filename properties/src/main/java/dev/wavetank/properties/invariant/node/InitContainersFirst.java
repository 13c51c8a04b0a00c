package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * A container runs only after all init containers before it have succeeded.
 *
 * <p>Init containers run one after the other, and the others together after the last of them. A sidecar, an init
 * container that is always restarted, need not end. A pod whose sandbox was made anew runs
 * its init containers again, and until then none of the others.
 */
public final class InitContainersFirst implements Invariant {

    @Override
    public String name() {
        return "InitContainersFirst";
    }

    @Override
    public String statement() {
        return "A container runs only after all init containers before it have succeeded.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
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
