package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pod is evicted from a tainted node when it does not tolerate the taint any longer, and not much later.
 *
 * <p>The times are counted in the memory of the controller: one that starts later counts from its own start. At its
 * time it tries to delete the pod five times within 50 ms, and then not again before something changes. Both are
 * reported as known.
 */
public final class EvictedInTime implements Invariant {

    /** How long many evictions at once may wait for the rate limit of the controller's client. */
    private static final long TURN = VirtualTime.MINUTE;

    private final PlannedEvictions planned = new PlannedEvictions();
    private final CacheLag lag;
    private final ManagerStart start = new ManagerStart();
    /** When a fault ended last: a controller manager that starts during one gets to work only then. */
    private long healed;

    private final Map<Fault, Long> open = new LinkedHashMap<>();
    /** Ends of times in which a request may have failed, by their beginnings. */
    private final Map<Long, Long> troubles = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public EvictedInTime(CacheLag lag) {
        this.lag = lag.ofControlPlane();
    }

    @Override
    public String name() {
        return "EvictedInTime";
    }

    @Override
    public String reason() {
        return "A pod that stays bound to a node that is lost is not replaced: its workload has one replica less"
                + " until somebody notices.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Taints and Tolerations, Taint based Evictions",
                "pkg/controller/tainteviction/taint_eviction.go (v1.32), deletePodHandler: five tries, 10 ms apart",
                "kubernetes#108268, kubernetes#140639");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A pod is evicted from a tainted node when it does not tolerate the taint any longer.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ApiRequest.Delete.class, ComponentTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        start.observe(entry);
        TraceRecord record = entry.record();
        if (record instanceof StoreTrace change) {
            for (PlannedEvictions.Eviction eviction : planned.observe(change, entry.time())) {
                if (isLate(eviction.due(), entry.time())) {
                    judge(eviction, entry.time(), outcomes);
                }
            }
        } else if (record instanceof FaultTrace.Opened opened) {
            open.putIfAbsent(opened.fault(), entry.time());
            troubles.merge(entry.time(), opened.fault().isInstant() ? entry.time() : Long.MAX_VALUE, Math::max);
        } else if (record instanceof FaultTrace.Closed closed) {
            Long since = open.remove(closed.fault());
            if (since != null) {
                if (!open.containsValue(since)) {
                    troubles.put(since, entry.time());
                }
                healed = entry.time();
            }
        } else if (record instanceof RequestTrace request && isRefusedEviction(request)) {
            troubles.merge(entry.time(), entry.time(), Math::max);
        }
    }

    private static boolean isRefusedEviction(RequestTrace request) {
        return request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().equals(Resources.PODS)
                && !request.response().isSuccess()
                && TaintEvictors.has(request.call().userAgent());
    }

    private void judge(PlannedEvictions.Eviction eviction, long now, Outcomes outcomes) {
        String pod = ObjectNames.of(eviction.pod());
        String detail = "tolerates the taints of node " + eviction.pod().nodeName() + " for "
                + VirtualTime.span(eviction.patience()) + ", and is there for "
                + VirtualTime.span(now - eviction.since()) + " with them";
        long begun = Math.max(start.last(), healed);
        if (start.last() > eviction.since() && !isLate(eviction.dueAfter(begun), now)) {
            outcomes.known(KnownBehaviour.TOLERATIONS_BEGIN_AGAIN, this, pod, detail);
        } else if (mayHaveFailed(eviction.due()) || mayHaveFailed(eviction.dueAfter(begun))) {
            outcomes.known(KnownBehaviour.ABANDONED_EVICTIONS, this, pod, detail);
        } else {
            outcomes.broken(this, pod, detail);
        }
    }

    private boolean isLate(long due, long now) {
        return !lag.mayHide(due + TURN, now);
    }

    /** Whether requests may have failed while the controller acted on what was due. */
    private boolean mayHaveFailed(long due) {
        return troubles.entrySet().stream()
                .anyMatch(trouble -> trouble.getValue() >= due && !isLate(due, trouble.getKey()));
    }

    /** Whatever is due has happened when the cluster is at rest. */
    @Override
    public void conclude(long now, Outcomes outcomes) {
        planned.toCome().stream()
                .filter(eviction -> eviction.due() < now)
                .forEach(eviction -> judge(eviction, now, outcomes));
    }
}
