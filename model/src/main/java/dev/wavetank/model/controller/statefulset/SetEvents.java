package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.owned.OwnerQueue;
import dev.wavetank.model.controller.owned.Owners;
import dev.wavetank.model.controller.pods.Readiness;
import java.util.function.ToIntFunction;

/** Queues the StatefulSets that a change affects. */
final class SetEvents {

    private final Owners<StatefulSet> owners;
    private final OwnerQueue concerned;
    private final WorkQueue<ObjectKey> queue;
    private final ToIntFunction<StatefulSet> minReadySeconds;

    SetEvents(Informer<StatefulSet> sets, WorkQueue<ObjectKey> queue, ToIntFunction<StatefulSet> minReadySeconds) {
        this.owners = new Owners<>(sets, StatefulSet.KIND, set -> set.spec().selector());
        this.concerned = new OwnerQueue(owners, queue);
        this.queue = queue;
        this.minReadySeconds = minReadySeconds;
    }

    /** Every change of a set triggers a sync. */
    Informer.Handler<StatefulSet> ofSets() {
        return Enqueue.object(queue);
    }

    /** A change of a pod affects its owner; a change of an orphan affects every set that may adopt it. */
    Informer.Handler<Pod> ofPods() {
        return new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                if (pod.metadata().controller().isPresent() || pod.metadata().isDeleting()) {
                    concerned.addOwner(pod);
                } else {
                    concerned.addMatching(pod);
                }
            }

            @Override
            public void updated(Pod before, Pod after) {
                concerned.addChanged(before, after);
                owners.of(after)
                        .ifPresent(set ->
                                Readiness.await(queue, set.key(), minReadySeconds.applyAsInt(set), before, after));
            }

            @Override
            public void deleted(Pod last) {
                concerned.addOwner(last);
            }
        };
    }
}
