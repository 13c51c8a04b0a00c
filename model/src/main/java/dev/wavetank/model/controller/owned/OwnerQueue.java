package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.workqueue.WorkQueue;

/** Queues the owners that a change of an object concerns: its own, or those that may adopt it. */
public final class OwnerQueue {

    private final Owners<?> owners;
    private final WorkQueue<ObjectKey> queue;

    /** Queues some owners in the queue of their controller. */
    public OwnerQueue(Owners<?> owners, WorkQueue<ObjectKey> queue) {
        this.owners = owners;
        this.queue = queue;
    }

    /** Queues the owner of an object, if it has one of this kind. */
    public void addOwner(KubernetesObject owned) {
        owners.of(owned).ifPresent(owner -> queue.add(owner.key()));
    }

    /** Queues the owners that may adopt an object. */
    public void addMatching(KubernetesObject orphan) {
        owners.matching(orphan).forEach(owner -> queue.add(owner.key()));
    }

    /** Queues the owners before and after a change; those that may adopt an orphan only when it has become one. */
    public void addChanged(KubernetesObject before, KubernetesObject after) {
        boolean changedOwner =
                !before.metadata().controller().equals(after.metadata().controller());
        if (changedOwner) {
            addOwner(before);
        }
        if (after.metadata().controller().isPresent()) {
            addOwner(after);
        } else if (changedOwner
                || !before.metadata().labels().equals(after.metadata().labels())) {
            addMatching(after);
        }
    }
}
