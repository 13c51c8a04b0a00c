package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The queue of Jobs, with the back-off of this controller: 1 s doubled up to 60 s after a failed sync; before release
 * 1.26 10 s doubled up to 6 min after failed syncs and failed pods alike.
 */
final class JobQueue {

    /** {@code syncJobBatchPeriod}: one sync handles the changes of pods within this time. */
    static final long BATCH_PERIOD = VirtualTime.SECOND;

    private static final Backoff TRACKED = new Backoff(VirtualTime.SECOND, VirtualTime.MINUTE);
    private static final Backoff COUNTED = new Backoff(10 * VirtualTime.SECOND, 360 * VirtualTime.SECOND);

    private final boolean batches;
    private final Map<ObjectKey, Integer> failures = new LinkedHashMap<>();
    private final Function<ObjectKey, Completion<JobSync.Result>> sync;
    private final WorkQueue<ObjectKey> queue;

    /** A queue whose Jobs are processed by {@code sync}. */
    JobQueue(ControllerEnvironment environment, boolean batches, Function<ObjectKey, Completion<JobSync.Result>> sync) {
        this.batches = batches;
        this.sync = sync;
        this.queue = environment.queue(environment.workers(KubernetesController.JOB), WorkQueue.UNLIMITED, this::work);
    }

    /** Queues a Job: its spec has changed, or it is new or deleted. */
    void now(ObjectKey job) {
        queue.add(job);
    }

    /** Queues a Job because of a pod. */
    void soon(ObjectKey job, boolean failedPod) {
        if (batches) {
            queue.addAfter(job, BATCH_PERIOD);
        } else if (failedPod && retries(job) > 0) {
            queue.addAfter(job, COUNTED.after(retries(job)));
        } else {
            queue.add(job);
        }
    }

    /** Queues a Job after a delay in nanoseconds. */
    void after(ObjectKey job, long delay) {
        queue.addAfter(job, Math.max(0, delay));
    }

    /** The number of failures of the Job in a row. */
    int retries(ObjectKey job) {
        return failures.getOrDefault(job, 0);
    }

    private Completion<SyncResult> work(ObjectKey job) {
        return sync.apply(job).map(result -> {
            if (!result.outcome().isDone()) {
                int count = failures.merge(job, 1, Integer::sum);
                return new SyncResult.RetryAfter((batches ? TRACKED : COUNTED).after(count));
            }
            if (result.forget()) {
                failures.remove(job);
            }
            return SyncResult.DONE;
        });
    }
}
