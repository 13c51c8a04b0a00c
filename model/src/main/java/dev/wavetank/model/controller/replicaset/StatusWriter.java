package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;

/**
 * Writes the status of a ReplicaSet, and after a failure once more on a fresh object.
 *
 * @param <T> kind of the objects that the ReplicaSets stand for
 */
final class StatusWriter<T extends KubernetesObject> {

    /** {@code statusUpdateRetries} of 1. */
    private static final Retry STATUS_UPDATE = Retry.atOnce(2);

    private final ApiClient client;
    private final ReplicaKind<T> kind;

    StatusWriter(ApiClient client, ReplicaKind<T> kind) {
        this.client = client;
        this.kind = kind;
    }

    /** Done with whether the status is written. A status that would change nothing is not sent. */
    Completion<SyncResult> write(ReplicaSet set, ReplicaSet.Status status) {
        if (status.equals(set.status())) {
            return Completion.of(SyncResult.DONE);
        }
        return STATUS_UPDATE
                .withLive(
                        client,
                        put(set, status),
                        new ApiRequest.Get(
                                kind.resource(),
                                set.key().namespace(),
                                set.key().name()),
                        live -> put(kind.view().apply(live.as(kind.type())), status))
                .map(SyncResult::of);
    }

    private Completion<ApiResponse> put(ReplicaSet set, ReplicaSet.Status status) {
        return client.send(
                new ApiRequest.Update(kind.resource(), "status", kind.original().apply(set.withStatus(status))));
    }
}
