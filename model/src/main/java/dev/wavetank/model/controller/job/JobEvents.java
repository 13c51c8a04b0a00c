package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.sim.component.Context;
import java.util.Objects;

/** Reacts to changes of Jobs. */
final class JobEvents implements Informer.Handler<Job> {

    private final Context context;
    private final OwnedObjects<Pod> owned;
    private final OrphanPods orphans;
    private final JobQueue queue;

    JobEvents(Context context, OwnedObjects<Pod> owned, OrphanPods orphans, JobQueue queue) {
        this.context = context;
        this.owned = owned;
        this.orphans = orphans;
        this.queue = queue;
    }

    @Override
    public void added(Job job) {
        queue.now(job.key());
    }

    @Override
    public void updated(Job before, Job after) {
        if (before.spec().equals(after.spec())) {
            queue.soon(after.key(), false);
        } else {
            queue.now(after.key());
        }
        if (after.isFinished()) {
            releasePods(after);
        }
        Long deadline = after.spec().activeDeadlineSeconds();
        boolean started = after.status() != null && after.status().startTime() != null;
        if (started
                && deadline != null
                && !Objects.equals(deadline, before.spec().activeDeadlineSeconds())) {
            queue.after(
                    after.key(), JobConditions.remaining(after, after.status().startTime(), context.clock()));
        }
    }

    @Override
    public void deleted(Job last) {
        queue.now(last.key());
        releasePods(last);
    }

    /** No controller counts the pods of such a Job any more. */
    private void releasePods(Job job) {
        owned.of(job.uid()).forEach(orphans::add);
    }
}
