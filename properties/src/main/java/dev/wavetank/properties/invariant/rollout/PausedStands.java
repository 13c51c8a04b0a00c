package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A Deployment that is paused rolls nothing out: it gets no new ReplicaSet.
 *
 * <p>Users pause it to change several fields at once ({@code kubectl rollout pause}). It is scaled nevertheless.
 */
public final class PausedStands implements Invariant {

    private final CacheLag lag;
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Map<String, Long> pausedSince = new LinkedHashMap<>();

    /** In a cluster with these delays. */
    public PausedStands(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "PausedStands";
    }

    @Override
    public String statement() {
        return "A Deployment that is paused gets no new ReplicaSet.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (deployments.observe(change)) {
            Deployment deployment = (Deployment) change.object();
            if (Boolean.TRUE.equals(deployment.spec().paused())) {
                pausedSince.putIfAbsent(deployment.uid(), entry.time());
            } else {
                pausedSince.remove(deployment.uid());
            }
        } else if (change.object() instanceof ReplicaSet set && change.change() == WatchEvent.Type.ADDED) {
            Long since = pausedSince.get(Present.controllerOf(set));
            if (since != null && !lag.mayHide(since, entry.time())) {
                outcomes.broken(this, ObjectNames.of(set), "was created for a Deployment that is paused");
            }
        }
    }
}
