package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.model.controller.owned.Owners;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Removes the finalizer of pods that no unfinished Job counts any more, so that they can be deleted. */
final class OrphanPods {

    private final Owners<Job> jobs;
    private final Informer<Pod> pods;
    private final TrackedPods tracked;
    private final WorkQueue<ObjectKey> queue;

    OrphanPods(ControllerEnvironment environment, Owners<Job> jobs, Informer<Pod> pods, TrackedPods tracked) {
        this.jobs = jobs;
        this.pods = pods;
        this.tracked = tracked;
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    /** Checks a pod that may be an orphan. */
    void add(Pod pod) {
        if (TrackedPods.isTracked(pod)) {
            queue.add(pod.key());
        }
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Pod pod = pods.cached(key);
        if (pod == null || !TrackedPods.isTracked(pod)) {
            return Completion.of(SyncResult.DONE);
        }
        boolean foreign = pod.metadata()
                .controller()
                .map(controller -> !controller.kind().equals(Job.KIND))
                .orElse(false);
        Optional<Job> owner = jobs.of(pod);
        if (foreign || owner.isPresent() && isCounted(owner.get())) {
            return Completion.of(SyncResult.DONE);
        }
        return tracked.release(pod).map(SyncResult::orGone);
    }

    /** Whether a controller counts the pods of the Job: this one, or another. */
    private static boolean isCounted(Job job) {
        return !job.isFinished() || job.spec().isManagedElsewhere();
    }
}
