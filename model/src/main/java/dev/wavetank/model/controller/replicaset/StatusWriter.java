package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;

/** Writes the status of a ReplicaSet, and tries once more with a fresh object when that failed. */
final class StatusWriter {

    private final ApiClient client;

    StatusWriter(ApiClient client) {
        this.client = client;
    }

    /** Done with whether the status is written. A status that would change nothing is not sent. */
    Completion<Boolean> write(ReplicaSet set, ReplicaSet.Status status) {
        if (status.equals(set.status())) {
            return Completion.of(true);
        }
        return put(set, status).then(first -> {
            if (first.isSuccess()) {
                return Completion.of(true);
            }
            return client.send(new ApiRequest.Get(
                            Resources.REPLICA_SETS,
                            set.key().namespace(),
                            set.key().name()))
                    .then(live -> live instanceof ApiResponse.One one
                            ? put((ReplicaSet) one.object(), status).map(ApiResponse::isSuccess)
                            : Completion.of(false));
        });
    }

    private Completion<ApiResponse> put(ReplicaSet set, ReplicaSet.Status status) {
        return client.send(new ApiRequest.Update(Resources.REPLICA_SETS, "status", set.withStatus(status)));
    }
}
