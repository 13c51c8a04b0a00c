package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.owned.OwnerQueue;
import dev.wavetank.model.controller.pods.Readiness;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.sim.component.Context;

/** Reacts to changes of pods: meets expectations, and queues the ReplicaSets that a change affects. */
final class PodEvents implements Informer.Handler<Pod> {

    private final Context context;
    private final ReplicaCache<?> sets;
    private final OwnerQueue concerned;
    private final Expectations expectations;
    private final WorkQueue<ObjectKey> queue;

    PodEvents(Context context, ReplicaCache<?> sets, Expectations expectations, WorkQueue<ObjectKey> queue) {
        this.context = context;
        this.sets = sets;
        this.concerned = sets.concerned(queue);
        this.expectations = expectations;
        this.queue = queue;
    }

    @Override
    public void added(Pod pod) {
        traceReady(pod);
        if (pod.metadata().isDeleting()) {
            // After a restart of the controller, pods that are being deleted appear as new ones.
            deleted(pod);
            return;
        }
        if (pod.metadata().controller().isEmpty()) {
            concerned.addMatching(pod);
            return;
        }
        sets.ownerOf(pod).ifPresent(set -> {
            expectations.creationObserved(set.key());
            queue.add(set.key());
        });
    }

    @Override
    public void updated(Pod before, Pod after) {
        if (!before.isReady()) {
            traceReady(after);
        }
        if (after.metadata().isDeleting()) {
            // The kubelet needs time to end a pod, but the pod no longer counts as active.
            deleted(after);
            if (!before.metadata().labels().equals(after.metadata().labels())) {
                deleted(before);
            }
            return;
        }
        concerned.addChanged(before, after);
        sets.ownerOf(after)
                .ifPresent(set -> Readiness.await(
                        queue, set.key(), Defaults.zeroIfNull(set.spec().minReadySeconds()), before, after));
    }

    @Override
    public void deleted(Pod last) {
        sets.ownerOf(last).ifPresent(set -> {
            expectations.deletionObserved(set.key(), last.uid());
            queue.add(set.key());
        });
    }

    private void traceReady(Pod pod) {
        if (pod.isReady()) {
            sets.ownerOf(pod)
                    .ifPresent(set -> context.trace(new Milestone(
                            Milestone.Point.SEEN_READY,
                            "pod/" + pod.key(),
                            sets.kind().noun() + "/" + set.key())));
        }
    }
}
