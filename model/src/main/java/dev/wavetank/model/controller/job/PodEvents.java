package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.controller.job.pod.FinalizerExpectations;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.owned.Owners;
import java.util.Optional;

/** Reacts to changes of pods: meets expectations, and queues the Jobs that a change affects. */
final class PodEvents implements Informer.Handler<Pod> {

    private final Owners<Job> jobs;
    private final Expectations expectations;
    private final FinalizerExpectations finalizers;
    private final OrphanPods orphans;
    private final JobQueue queue;

    PodEvents(
            Owners<Job> jobs,
            Expectations expectations,
            FinalizerExpectations finalizers,
            OrphanPods orphans,
            JobQueue queue) {
        this.jobs = jobs;
        this.expectations = expectations;
        this.finalizers = finalizers;
        this.orphans = orphans;
        this.queue = queue;
    }

    @Override
    public void added(Pod pod) {
        if (pod.metadata().isDeleting()) {
            // After a restart of the controller, pods that are being deleted appear as new ones.
            going(pod, false);
        } else if (pod.metadata().controller().isEmpty()) {
            orphans.add(pod);
            queueMatching(pod);
        } else {
            jobs.of(pod).ifPresent(job -> {
                expectations.creationObserved(job.key());
                queue.soon(job.key(), false);
            });
        }
    }

    @Override
    public void updated(Pod before, Pod after) {
        if (after.metadata().isDeleting()) {
            going(after, false);
            return;
        }
        boolean ownerChanged =
                !before.metadata().controller().equals(after.metadata().controller());
        if (ownerChanged) {
            jobs.of(before).ifPresent(job -> changed(job, after));
        }
        if (after.metadata().controller().isPresent()) {
            jobs.of(after).ifPresent(job -> changed(job, after));
            return;
        }
        orphans.add(after);
        boolean relabelled = !before.metadata().labels().equals(after.metadata().labels());
        if (relabelled || ownerChanged) {
            queueMatching(after);
        }
    }

    @Override
    public void deleted(Pod last) {
        going(last, true);
    }

    private void changed(Job job, Pod pod) {
        if (!TrackedPods.isTracked(pod)) {
            finalizers.observed(job.key(), pod.uid());
        }
        queue.soon(job.key(), "Failed".equals(pod.phase()));
    }

    /** Handles a pod that is being deleted, or was deleted. */
    private void going(Pod pod, boolean gone) {
        Optional<Job> owner = jobs.of(pod);
        if (owner.isEmpty() || owner.get().isFinished()) {
            orphans.add(pod);
            return;
        }
        Job job = owner.get();
        expectations.deletionObserved(job.key(), pod.uid());
        if (gone || !TrackedPods.isTracked(pod)) {
            finalizers.observed(job.key(), pod.uid());
        }
        queue.soon(job.key(), false);
    }

    private void queueMatching(Pod orphan) {
        jobs.matching(orphan).forEach(job -> queue.soon(job.key(), false));
    }
}
