package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ReplicaSets of a Deployment never ask for more pods together than its surge permits, and the old ones keep so
 * many that enough are available together with those of the new one that were seen available. Judged are the writes of
 * the Deployment controller.
 */
public final class DeploymentBounds implements Invariant {

    private final CacheLag lag;
    private final Map<String, DeploymentReplicas> deployments = new LinkedHashMap<>();
    /** Violations for writes of the Deployment controller, by revision of the store. */
    private final Map<Long, String> suspects = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public DeploymentBounds(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "DeploymentBounds";
    }

    @Override
    public String reason() {
        return "maxUnavailable is how much of a service a roll-out may take away, and maxSurge is the room that"
                + " it may use: a roll-out that breaks them causes an outage, or pods that no node has room for."
                + " The controller is judged by what it could see: its own last writes to other ReplicaSets, a"
                + " change of the Deployment, and pods that are about to go, it need not know yet.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments, Rolling Update Deployment",
                "pkg/controller/deployment/rolling.go (v1.32), reconcileNewReplicaSet and reconcileOldReplicaSets");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Deployment's ReplicaSets ask for no more pods than its surge permits, and keep enough available.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, ReplicaSet.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Deployment deployment) {
                of(deployment.uid()).wanted(RollingBounds.of(deployment), entry.time());
                if (change.change() == WatchEvent.Type.DELETED) {
                    deployments.remove(deployment.uid());
                }
            } else if (change.object() instanceof ReplicaSet set) {
                observe(set, change, entry.time());
            }
        } else if (!suspects.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof ReplicaSet set) {
            String wrong = suspects.remove(set.metadata().revision());
            if (wrong != null && request.call().userAgent().equals(DeploymentController.NAME)) {
                outcomes.broken(this, ObjectNames.of(set), wrong);
            }
        }
    }

    private void observe(ReplicaSet set, StoreTrace change, long now) {
        OwnerReference owner = deployment(set);
        OwnerReference before = change.previous() instanceof ReplicaSet previous ? deployment(previous) : null;
        if (before != null && (owner == null || !owner.uid().equals(before.uid()))) {
            of(before.uid()).remove(set);
        }
        if (owner == null) {
            return;
        }
        DeploymentReplicas replicas = of(owner.uid());
        if (change.change() == WatchEvent.Type.DELETED) {
            replicas.remove(set);
            return;
        }
        if (!replicas.contains(set)
                && change.previous() instanceof ReplicaSet previous
                && DeploymentReplicas.replicas(previous) == DeploymentReplicas.replicas(set)) {
            replicas.adopt(set, now);
            return;
        }
        replicas.observe(set, now, lag).ifPresent(wrong -> suspects.put(change.revision(), wrong));
    }

    /** The Deployment that controls a ReplicaSet, or null. */
    private static OwnerReference deployment(ReplicaSet set) {
        return set.metadata()
                .controller()
                .filter(owner -> owner.kind().equals(Deployment.KIND))
                .orElse(null);
    }

    private DeploymentReplicas of(String uid) {
        return deployments.computeIfAbsent(uid, missing -> new DeploymentReplicas());
    }
}
