package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Enqueue;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.sim.VirtualTime;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Has the StatefulSets synced that a change concerns. */
final class SetEvents {

    private final Informer<StatefulSet> sets;
    private final Index<StatefulSet> setsByNamespace;
    private final WorkQueue<ObjectKey> queue;
    private final ToIntFunction<StatefulSet> minReadySeconds;

    SetEvents(Informer<StatefulSet> sets, WorkQueue<ObjectKey> queue, ToIntFunction<StatefulSet> minReadySeconds) {
        this.sets = sets;
        this.setsByNamespace = sets.index(Index.NAMESPACE);
        this.queue = queue;
        this.minReadySeconds = minReadySeconds;
    }

    /** Every change of a set is a reason for a sync. */
    Informer.Handler<StatefulSet> ofSets() {
        return Enqueue.object(queue);
    }

    /** Changes of pods concern their owner; those of orphans whoever may adopt them. */
    Informer.Handler<Pod> ofPods() {
        return new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                if (pod.metadata().controller().isPresent() || pod.metadata().isDeleting()) {
                    queueOwner(pod);
                } else {
                    queueMatching(pod);
                }
            }

            @Override
            public void updated(Pod before, Pod after) {
                SetEvents.this.updated(before, after);
            }

            @Override
            public void deleted(Pod last) {
                queueOwner(last);
            }
        };
    }

    private void updated(Pod before, Pod after) {
        Optional<OwnerReference> from = before.metadata().controller();
        Optional<OwnerReference> to = after.metadata().controller();
        boolean changedOwner = !from.equals(to);
        if (changedOwner) {
            queueOwner(before);
        }
        if (to.isEmpty()) {
            if (changedOwner
                    || !before.metadata().labels().equals(after.metadata().labels())) {
                queueMatching(after);
            }
            return;
        }
        queueOwner(after);
        owner(after).ifPresent(set -> {
            int seconds = minReadySeconds.applyAsInt(set);
            if (seconds > 0 && !before.isReady() && after.isReady()) {
                // One second more, because timestamps have no fractions.
                queue.addAfter(set.key(), (seconds + 1) * VirtualTime.SECOND);
            }
        });
    }

    private void queueOwner(Pod pod) {
        owner(pod).ifPresent(set -> queue.add(set.key()));
    }

    private void queueMatching(Pod orphan) {
        for (StatefulSet set : setsByNamespace.find(orphan.key().namespace())) {
            if (!set.spec().selector().isEmpty()
                    && set.spec().selector().matches(orphan.metadata().labels())) {
                queue.add(set.key());
            }
        }
    }

    private Optional<StatefulSet> owner(Pod pod) {
        OwnerReference controller = pod.metadata().controller().orElse(null);
        if (controller == null || !controller.kind().equals(StatefulSet.KIND)) {
            return Optional.empty();
        }
        StatefulSet set = sets.cached(new ObjectKey(pod.key().namespace(), controller.name()));
        return set != null && set.uid().equals(controller.uid()) ? Optional.of(set) : Optional.empty();
    }
}
