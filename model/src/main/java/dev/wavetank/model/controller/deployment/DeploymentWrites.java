package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/** The requests of the Deployment controller, and their Events. */
final class DeploymentWrites {

    private final ApiClient client;
    private final EventRecorder events;
    private final boolean reportsOldSizes;

    /** Writes as the controller of that version of Kubernetes. */
    DeploymentWrites(ApiClient client, EventRecorder events, KubernetesVersion version) {
        this.client = client;
        this.events = events;
        this.reportsOldSizes = version.has(Feature.DEPLOYMENT_EVENT_SIZES);
    }

    /** Writes the status and the annotations. */
    Completion<SyncResult> status(Deployment deployment) {
        return client.send(new ApiRequest.Update(Resources.DEPLOYMENTS, "status", deployment))
                .map(SyncResult::of);
    }

    /** Stores a new ReplicaSet. */
    Completion<ApiResponse> create(ReplicaSet set) {
        return client.send(ApiRequest.Create.of(Resources.REPLICA_SETS, set));
    }

    /** Replaces a ReplicaSet. Done with its new state, or with empty after a failure. */
    Completion<Optional<ReplicaSet>> update(ReplicaSet set) {
        return client.send(new ApiRequest.Update(Resources.REPLICA_SETS, "", set))
                .map(response -> response instanceof ApiResponse.One one
                        ? Optional.of(one.as(ReplicaSet.class))
                        : Optional.empty());
    }

    /** The result of the sync after {@link #update} or {@link #scale}. */
    static SyncResult result(Optional<ReplicaSet> updated) {
        return updated.isPresent() ? SyncResult.DONE : SyncResult.retry("a ReplicaSet could not be updated");
    }

    /** Deletes an old ReplicaSet. */
    Completion<SyncResult> delete(ReplicaSet set) {
        return client.send(new ApiRequest.Delete(
                        Resources.REPLICA_SETS,
                        set.key().namespace(),
                        set.key().name(),
                        ApiRequest.DeleteOptions.DEFAULT))
                .map(SyncResult::orGone);
    }

    /**
     * Scales a ReplicaSet, and writes the size of the Deployment into its annotations. Sends no request when both are
     * right. Done with its new state, or with empty after a failure.
     */
    Completion<Optional<ReplicaSet>> scale(Deployment deployment, ReplicaSet set, int replicas) {
        int before = RollingMath.replicas(set);
        ReplicaSet scaled =
                Annotations.withSizes(set, deployment).withSpec(set.spec().withReplicas(replicas));
        if (before == replicas
                && scaled.metadata().annotations().equals(set.metadata().annotations())) {
            return Completion.of(Optional.of(set));
        }
        return update(scaled).map(updated -> {
            if (updated.isPresent() && before != replicas) {
                scaled(deployment, set, before, replicas);
            }
            return updated;
        });
    }

    /** Records that a ReplicaSet was scaled. */
    void scaled(Deployment deployment, ReplicaSet set, int before, int replicas) {
        String direction = before < replicas ? "up" : "down";
        String from = reportsOldSizes ? " from " + before : "";
        events.normal(
                deployment,
                "ScalingReplicaSet",
                "Scaled " + direction + " replica set " + set.metadata().name() + from + " to " + replicas);
    }

    /** Records that the new ReplicaSet could not be created. */
    void failed(Deployment deployment, String reason, String message) {
        events.warning(deployment, reason, message);
    }
}
