package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.sim.component.Context;
import java.util.Objects;
import java.util.function.Consumer;

/** Reacts to changes of ReplicaSets: every change triggers a sync. */
final class ReplicaSetEvents implements Informer.Handler<ReplicaSet> {

    private final Context context;
    private final String noun;
    private final Consumer<ReplicaSet> gone;
    private final WorkQueue<ObjectKey> queue;

    ReplicaSetEvents(Context context, String noun, Consumer<ReplicaSet> gone, WorkQueue<ObjectKey> queue) {
        this.context = context;
        this.noun = noun;
        this.gone = gone;
        this.queue = queue;
    }

    @Override
    public void added(ReplicaSet set) {
        observed(set);
        queue.add(set.key());
    }

    private void observed(ReplicaSet set) {
        String owner = set.metadata()
                .controller()
                .map(reference -> "deployment/" + new ObjectKey(set.key().namespace(), reference.name()))
                .orElse(null);
        context.trace(new Milestone(Milestone.Point.REPLICA_SET_OBSERVED, noun + "/" + set.key(), owner));
    }

    @Override
    public void updated(ReplicaSet before, ReplicaSet after) {
        if (!before.uid().equals(after.uid())) {
            deleted(before);
        }
        if (!Objects.equals(before.metadata().generation(), after.metadata().generation())) {
            observed(after);
        }
        queue.add(after.key());
    }

    @Override
    public void deleted(ReplicaSet last) {
        gone.accept(last);
        queue.add(last.key());
    }
}
