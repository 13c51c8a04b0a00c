package dev.wavetank.properties.invariant.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/** Of which pods and nodes a scheduler must have heard the latest. */
final class Settled {

    private final CacheLag lag;
    private final Map<String, Long> changed = new LinkedHashMap<>();
    private long started = Long.MIN_VALUE / 2;

    Settled(CacheLag lag) {
        this.lag = lag;
    }

    void observe(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                changed.put(pod.uid(), entry.time());
            } else if (change.object() instanceof Node node) {
                changed.put(node.metadata().name(), entry.time());
            }
        } else if (entry.record() instanceof ComponentTrace.Started
                && entry.component().startsWith("kube-scheduler")) {
            started = entry.time();
        }
    }

    /** Whether a scheduler that started at any time must know the latest state of a pod, by uid, or node, by name. */
    boolean holds(String uidOrName, long now) {
        return !lag.mayHide(started, now) && !lag.mayHide(changed.getOrDefault(uidOrName, Long.MIN_VALUE / 2), now);
    }

    /** Whether a change at that instant may be news. */
    boolean mayHide(long changedAt, long now) {
        return lag.mayHide(changedAt, now);
    }
}
