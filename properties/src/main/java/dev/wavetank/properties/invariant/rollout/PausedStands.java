package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A Deployment that is paused rolls nothing out: it gets no new ReplicaSet. It is scaled nevertheless. */
public final class PausedStands implements Invariant {

    private final CacheLag lag;
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Map<String, Long> pausedSince = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public PausedStands(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "PausedStands";
    }

    @Override
    public String reason() {
        return "Users pause a Deployment to change several fields at once, and do not want each of the states in"
                + " between on their cluster.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments, Pausing and Resuming a rollout of a Deployment",
                "pkg/controller/deployment/sync.go (v1.32), sync, which asks for no new ReplicaSet");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Deployment that is paused gets no new ReplicaSet.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, ReplicaSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
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
