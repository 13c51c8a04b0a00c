package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;

/**
 * A scheduler deletes a pod only to make room for one of higher priority that waits and may preempt others.
 *
 * <p>Which pod that is, a deletion does not say; so it is enough that there is one, or that the scheduler may still see
 * one.
 */
public final class PreemptsLowerOnly implements Invariant {

    private final CacheLag lag;
    private final PlacedPods cluster = new PlacedPods();
    private long now;

    /** In a cluster with these delays. */
    public PreemptsLowerOnly(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "PreemptsLowerOnly";
    }

    @Override
    public String statement() {
        return "A scheduler deletes a pod only for a waiting one of higher priority that may preempt others.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        now = entry.time();
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod && change.change() != WatchEvent.Type.BOOKMARK) {
                cluster.observe(change, now, time -> lag.mayHide(time, now));
            }
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
        boolean permitted = cluster.mayBeSeen(other -> priority(other.pod()) > priority
                && !"Never".equals(other.pod().spec().preemptionPolicy())
                && (!other.isBound() || lag.mayHide(other.boundAt(), now)));
        if (!permitted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was deleted by a scheduler, and no pod waits that may preempt one of priority " + priority);
        }
    }

    private static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }
}
