package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.LostAnswers;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A scheduler deletes a pod only to make room for one of higher priority that waits and may preempt others. Which pod
 * that is, a deletion does not say; so it is enough that there is one, or that the scheduler may still see one.
 */
public final class PreemptsLowerOnly implements Invariant {

    private static final List<String> SCHEDULERS = ComponentNames.anySchedulers();

    private final CacheLag lag;
    private final boolean queuesBound;
    private final PlacedPods cluster = new PlacedPods();
    /** Whether a scheduler may have missed that its binding has succeeded. */
    private boolean isDeceived;

    private long now;

    /** With the age of what controllers act on, and the version of the scheduler. */
    public PreemptsLowerOnly(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.queuesBound = !version.has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
    }

    @Override
    public String name() {
        return "PreemptsLowerOnly";
    }

    @Override
    public String reason() {
        return "Preemption kills work that runs. Users of equal priority, and those who chose preemptionPolicy"
                + " Never, rely on not being its reason.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Priority and Preemption",
                "pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (v1.32),"
                        + " PodEligibleToPreemptOthers and SelectVictimsOnNode");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A scheduler deletes a pod only for a waiting one of higher priority that may preempt others.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiRequest.Delete.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        now = entry.time();
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod && change.change() != WatchEvent.Type.BOOKMARK) {
                cluster.observe(change, now, time -> lag.mayHide(time, now));
            }
        } else if (entry.record() instanceof FaultTrace.Opened) {
            isDeceived = isDeceived || LostAnswers.possible(entry.record(), SCHEDULERS);
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("pods")
                && request.call().userAgent().equals(ComponentNames.SCHEDULER)
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod victim) {
            judge(victim, outcomes);
        }
    }

    private void judge(Pod victim, Outcomes outcomes) {
        int priority = priority(victim);
        Predicate<PlacedPods.Known> mayPreempt = other -> priority(other.pod()) > priority
                && !"Never".equals(other.pod().spec().preemptionPolicy());
        if (cluster.mayBeSeen(mayPreempt.and(other -> !other.isBound() || lag.mayHide(other.boundAt(), now)))) {
            return;
        }
        String seen = "was deleted by a scheduler, and no pod waits that may preempt one of priority " + priority;
        if (queuesBound && isDeceived && cluster.mayBeSeen(mayPreempt)) {
            outcomes.known(KnownBehaviour.BOUND_PODS_QUEUED, this, ObjectNames.of(victim), seen);
        } else {
            outcomes.broken(this, ObjectNames.of(victim), seen);
        }
    }

    private static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }
}
