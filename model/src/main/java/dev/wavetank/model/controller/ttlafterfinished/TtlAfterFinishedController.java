package dev.wavetank.model.controller.ttlafterfinished;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Deletes finished Jobs {@code ttlSecondsAfterFinished} after their end, pods first. It reads the Job live before the
 * deletion, because the TTL may have changed. Sources in {@code pkg/controller/ttlafterfinished}.
 */
public final class TtlAfterFinishedController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.TTL_AFTER_FINISHED.userAgent();

    private final Context context;
    private final ApiClient client;
    private final Informer<Job> jobs;
    private final WorkQueue<ObjectKey> queue;
    private final boolean enabled;

    /** A controller. */
    public TtlAfterFinishedController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.enabled = environment.version().has(Feature.TTL_AFTER_FINISHED);
        this.jobs = environment.informer(Resources.JOBS, Job.class);
        this.queue = environment.queue(
                environment.workers(KubernetesController.TTL_AFTER_FINISHED), WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        if (!enabled) {
            return;
        }
        jobs.addHandler(Informer.Handler.whilePresent(this::consider));
    }

    private void consider(Job job) {
        if (!job.metadata().isDeleting() && needsCleanup(job)) {
            queue.add(job.key());
        }
    }

    private static boolean needsCleanup(Job job) {
        return job.spec().ttlSecondsAfterFinished() != null && job.isFinished();
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Job job = jobs.cached(key);
        OptionalLong left = job == null ? OptionalLong.empty() : timeLeft(job);
        if (left.isEmpty() || left.getAsLong() > 0) {
            return Completion.of(dueIn(left));
        }
        return client.send(new ApiRequest.Get(Resources.JOBS, key.namespace(), key.name()))
                .then(live -> {
                    if (!(live instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.orGone(live));
                    }
                    Job fresh = one.as(Job.class);
                    OptionalLong stillLeft = timeLeft(fresh);
                    return stillLeft.isPresent() && stillLeft.getAsLong() <= 0
                            ? delete(fresh)
                            : Completion.of(dueIn(stillLeft));
                });
    }

    private static SyncResult dueIn(OptionalLong left) {
        return left.isPresent() ? new SyncResult.RetryAfter(left.getAsLong()) : SyncResult.DONE;
    }

    /** The rest of a finished Job's TTL, in nanoseconds; empty when the Job is not to be deleted. */
    private OptionalLong timeLeft(Job job) {
        if (job.metadata().isDeleting() || !needsCleanup(job)) {
            return OptionalLong.empty();
        }
        Optional<Instant> end = end(job);
        return end.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(job.spec().ttlSecondsAfterFinished() * VirtualTime.SECOND
                        - Timestamps.between(end.get(), context.clock()));
    }

    private static Optional<Instant> end(Job job) {
        for (Job.Condition condition : job.status().conditions()) {
            boolean isEnd =
                    condition.type().equals("Complete") || condition.type().equals("Failed");
            Instant since = condition.lastTransitionTime();
            if (isEnd && condition.status().equals("True") && since != null) {
                return Optional.of(since);
            }
        }
        return Optional.empty();
    }

    private Completion<SyncResult> delete(Job job) {
        ApiRequest.DeleteOptions options = new ApiRequest.DeleteOptions(null, job.uid(), "Foreground");
        return client.send(new ApiRequest.Delete(
                        Resources.JOBS, job.key().namespace(), job.key().name(), options))
                .map(SyncResult::orGone);
    }
}
