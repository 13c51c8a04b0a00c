package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ReplicaSets of a Deployment never ask for more pods together than its surge permits, and the old ones keep so
 * many that enough are available together with those of the new one that were seen available.
 *
 * <p>Judged are the writes of the Deployment controller, by what it could see: what it cannot know yet are its own
 * last writes to other ReplicaSets, a change of the Deployment, and that pods of a ReplicaSet are about to go.
 */
public final class DeploymentBounds implements Invariant {

    private final CacheLag lag;
    private final Map<String, DeploymentReplicas> deployments = new LinkedHashMap<>();
    /** Violations for writes of the Deployment controller, by revision of the store. */
    private final Map<Long, String> suspects = new LinkedHashMap<>();

    /** With default settings. */
    public DeploymentBounds() {
        this(Delays.NONE);
    }

    /** In a cluster with these delays. */
    public DeploymentBounds(Delays delays) {
        this.lag = new CacheLag(delays);
    }

    @Override
    public String name() {
        return "DeploymentBounds";
    }

    @Override
    public String statement() {
        return "A Deployment's ReplicaSets ask for no more pods than its surge permits, and keep enough available.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
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
        OwnerReference owner = set.metadata().controller().orElse(null);
        if (owner == null || !owner.kind().equals(Deployment.KIND)) {
            return;
        }
        DeploymentReplicas replicas = of(owner.uid());
        if (change.change() == WatchEvent.Type.DELETED) {
            replicas.remove(set);
            return;
        }
        if (!replicas.contains(set)
                && change.previous() instanceof ReplicaSet before
                && DeploymentReplicas.replicas(before) == DeploymentReplicas.replicas(set)) {
            replicas.adopt(set, now);
            return;
        }
        replicas.observe(set, now, lag).ifPresent(wrong -> suspects.put(change.revision(), wrong));
    }

    private DeploymentReplicas of(String uid) {
        return deployments.computeIfAbsent(uid, missing -> new DeploymentReplicas());
    }
}
