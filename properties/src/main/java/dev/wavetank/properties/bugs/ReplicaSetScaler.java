package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.Completion;

/**
 * An autoscaler that permits ReplicaSets two replicas at most, also those of a Deployment, which restores its own
 * number: each of the two is right, and together they never settle.
 */
final class ReplicaSetScaler implements Controller {

    private static final int REPLICAS_MAX = 2;

    private final ApiClient client;
    private final Informer<ReplicaSet> sets;
    private final WorkQueue<ObjectKey> queue;

    ReplicaSetScaler(ControllerEnvironment environment) {
        this.client = environment.client("replicaset-scaler");
        this.sets = environment.informer(Resources.REPLICA_SETS, ReplicaSet.class);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        sets.addHandler(new Informer.Handler<>() {
            @Override
            public void added(ReplicaSet set) {
                queue.add(set.key());
            }

            @Override
            public void updated(ReplicaSet before, ReplicaSet after) {
                queue.add(after.key());
            }

            @Override
            public void deleted(ReplicaSet last) {
                // Nothing is left to scale.
            }
        });
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        ReplicaSet set = sets.cached(key);
        if (set == null || set.spec().replicas() <= REPLICAS_MAX) {
            return Completion.of(SyncResult.DONE);
        }
        ReplicaSet scaled = set.withSpec(set.spec().withReplicas(REPLICAS_MAX));
        return client.send(new ApiRequest.Update(Resources.REPLICA_SETS, "", scaled))
                .map(SyncResult::of);
    }
}
