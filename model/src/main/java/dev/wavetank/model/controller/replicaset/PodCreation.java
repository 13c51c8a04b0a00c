package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.sim.Completion;

/** Creates the missing pods of a sync by slow start, and lowers the expectations for creations that failed. */
final class PodCreation {

    private final ReplicaKind<?> kind;
    private final PodControl pods;
    private final SlowStart slowStart;
    private final Expectations expectations;

    PodCreation(ReplicaKind<?> kind, PodControl pods, SlowStart slowStart, Expectations expectations) {
        this.kind = kind;
        this.pods = pods;
        this.slowStart = slowStart;
        this.expectations = expectations;
    }

    /** Creates that many pods; done with the first failure, if there was one. */
    Completion<SyncResult> create(ReplicaSet set, int count, long sync) {
        expectations.expectCreations(set.key(), count);
        KubernetesObject owner = kind.original().apply(set);
        Pod pod = PodControl.fromTemplate(owner, set.spec().template());
        return slowStart
                .create(set.key(), sync, count, number -> pods.create(owner, pod))
                .map(outcome -> {
                    for (int i = 0; i < outcome.missing(); i++) {
                        expectations.creationObserved(set.key());
                    }
                    return SyncResult.ofFailure(outcome.failure());
                });
    }
}
