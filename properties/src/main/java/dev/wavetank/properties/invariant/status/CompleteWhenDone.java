package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
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
 * A Deployment begins to say that its roll-out is complete only with a status that says so, too: all its pods are of
 * the latest template and available, and there are no others.
 *
 * <p>"Complete Deployment" in the documentation; {@code DeploymentComplete},
 * pkg/controller/deployment/util/deployment_util.go. Whoever waits for the condition goes on with what needs all pods
 * to be new. Both are in one write, so it is judged by itself.
 */
public final class CompleteWhenDone implements Invariant {

    private static final String COMPLETE = "NewReplicaSetAvailable";

    @Override
    public String name() {
        return "CompleteWhenDone";
    }

    @Override
    public String reason() {
        return "Whoever waits for this condition goes on with what needs all pods to be new. Condition"
                + " and counts are in one write, so it is judged by itself.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments: Complete Deployment",
                "pkg/controller/deployment/util/deployment_util.go, DeploymentComplete (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.ROLLOUTS, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Deployment says that its roll-out is complete only when all its pods are new and available.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.object() instanceof Deployment now
                && change.previous() instanceof Deployment before
                && isComplete(now)
                && !isComplete(before)) {
            Deployment.Status status = now.status();
            int wanted = now.spec().replicas() == null ? 1 : now.spec().replicas();
            int all = Defaults.zeroIfNull(status.replicas());
            int updated = Defaults.zeroIfNull(status.updatedReplicas());
            int available = Defaults.zeroIfNull(status.availableReplicas());
            if (all != wanted || updated != wanted || available != wanted) {
                outcomes.broken(
                        this,
                        ObjectNames.of(now),
                        "says " + COMPLETE + " with " + all + " pods, " + updated + " of the latest template and "
                                + available + " available, expected " + wanted + " of each");
            }
        }
    }

    private static boolean isComplete(Deployment deployment) {
        return deployment.status() != null
                && deployment.status().conditions().stream()
                        .anyMatch(one -> one.type().equals("Progressing") && COMPLETE.equals(one.reason()));
    }
}
