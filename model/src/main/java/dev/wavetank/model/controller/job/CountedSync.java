package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.job.JobConditions.Failure;
import dev.wavetank.model.controller.job.pod.PodRanking;
import dev.wavetank.model.controller.job.pod.PodTemplates;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the existing pods again in every sync, as release 1.20 does. A deleted pod is not counted any more, and its
 * work is done again. After new failures the Job is synced again after its back-off, and {@code backoffLimit} limits
 * the number of these back-offs.
 */
final class CountedSync implements JobSync {

    /** {@code statusUpdateRetries} of 3. */
    private static final Retry STATUS_UPDATE = Retry.atOnce(4);

    private final TrackedSync.Parts parts;

    CountedSync(TrackedSync.Parts parts) {
        this.parts = parts;
    }

    @Override
    public Completion<Result> sync(Job job, List<Pod> pods, boolean satisfied, int retries) {
        return new Pass(job, pods).run(satisfied, retries);
    }

    private final class Pass {
        private final Job job;
        private final Job.Status before;
        private final List<Pod> pods;
        private final List<Pod> living;
        private final int succeeded;
        private final List<Job.Condition> conditions;
        private Job.Status status;
        private int active;
        private int failed;

        private Pass(Job job, List<Pod> pods) {
            this.job = job;
            this.before = job.status() == null ? JobStatusBuilder.builder().build() : job.status();
            this.status = before;
            this.pods = pods;
            this.living = pods.stream().filter(Pod::isActive).toList();
            this.active = living.size();
            this.succeeded =
                    (int) pods.stream().filter(Observation::isSucceeded).count();
            this.failed = (int)
                    pods.stream().filter(pod -> "Failed".equals(pod.phase())).count();
            this.conditions = new ArrayList<>(before.conditions());
        }

        private Completion<Result> run(boolean satisfied, int retries) {
            Instant now = parts.context().clock();
            if (status.startTime() == null) {
                status = status.withStartTime(Timestamps.seconds(now));
                if (job.spec().activeDeadlineSeconds() != null) {
                    parts.again().accept(job.key(), job.spec().activeDeadlineSeconds() * VirtualTime.SECOND);
                }
            }
            boolean newFailure = failed > Defaults.zeroIfNull(before.failed());
            Failure failure = failure(newFailure, retries, now);
            Completion<SyncResult> acted = Completion.of(SyncResult.DONE);
            if (failure != null) {
                acted = fail(failure);
            } else if (satisfied && !job.metadata().isDeleting()) {
                acted = manage().map(managed -> {
                    completeIfEnough();
                    return managed;
                });
            } else {
                completeIfEnough();
            }
            return acted.then(result -> finish(newFailure, result));
        }

        private Failure failure(boolean newFailure, int retries, Instant now) {
            boolean exceeds = newFailure
                    && active != job.spec().parallelism()
                    && retries + 1 > job.spec().backoffLimit();
            if (exceeds || JobConditions.isPastBackoffLimitOnFailure(job, PodRanking.restartsOfUnfinished(pods))) {
                return Failure.BACKOFF_LIMIT;
            }
            boolean late = job.spec().activeDeadlineSeconds() != null
                    && JobConditions.remaining(job, status.startTime(), now) <= 0;
            return late ? Failure.DEADLINE : null;
        }

        private Completion<SyncResult> fail(Failure failure) {
            return parts.removal().removeAll(job, living).map(removal -> {
                failed += active;
                active = 0;
                conditions.add(JobConditions.holds(
                        JobConditions.FAILED,
                        failure.reason(),
                        failure.message(),
                        Timestamps.seconds(parts.context().clock())));
                parts.events().warning(job, failure.reason(), failure.message());
                return removal.outcome();
            });
        }

        private Completion<SyncResult> manage() {
            JobPlan plan = JobPlan.untracked(job, living, succeeded);
            if (!plan.deletions().isEmpty()) {
                return parts.removal().removeSurplus(job, plan.deletions()).map(removal -> {
                    active -= removal.removed();
                    return removal.outcome();
                });
            }
            if (plan.creations() == 0) {
                return Completion.of(SyncResult.DONE);
            }
            List<Pod> wanted = new ArrayList<>();
            for (int i = 0; i < plan.creations(); i++) {
                wanted.add(PodTemplates.plain(job, false));
            }
            return parts.creation().create(job, wanted).map(creation -> {
                active += creation.created();
                return SyncResult.ofFailure(creation.failure());
            });
        }

        private void completeIfEnough() {
            Integer completions = job.spec().completions();
            boolean complete = completions == null ? succeeded > 0 && active == 0 : succeeded >= completions;
            if (!complete) {
                return;
            }
            if (completions != null && active > 0) {
                tooMany("TooManyActivePods", "active");
            }
            if (completions != null && succeeded > completions) {
                tooMany("TooManySucceededPods", "succeeded");
            }
            Job.Condition condition = JobConditions.holds(
                    JobConditions.COMPLETE,
                    null,
                    null,
                    Timestamps.seconds(parts.context().clock()));
            conditions.add(condition);
            status = status.withCompletionTime(condition.lastTransitionTime());
            parts.events().normal(job, "Completed", "Job completed");
        }

        private void tooMany(String reason, String which) {
            parts.events().warning(job, reason, "Too many " + which + " pods running after completion count reached");
        }

        private Completion<Result> finish(boolean newFailure, SyncResult acted) {
            boolean progress = Defaults.zeroIfNull(before.succeeded()) < succeeded;
            boolean changed = Defaults.zeroIfNull(before.active()) != active
                    || Defaults.zeroIfNull(before.succeeded()) != succeeded
                    || Defaults.zeroIfNull(before.failed()) != failed
                    || before.conditions().size() != conditions.size();
            if (!changed) {
                return Completion.of(new Result(acted, progress));
            }
            status = status.withActive(Defaults.nullIfZero(active))
                    .withSucceeded(Defaults.nullIfZero(succeeded))
                    .withFailed(Defaults.nullIfZero(failed))
                    .withConditions(conditions);
            return write().map(written -> {
                boolean again = newFailure && !job.withStatus(status).isFinished();
                SyncResult outcome = again ? SyncResult.retry("a pod has failed") : acted;
                boolean settled = written.isDone() && !again;
                return new Result(written.isDone() ? outcome : written, settled || progress);
            });
        }

        /** Every try first reads the Job live. */
        private Completion<SyncResult> write() {
            ApiRequest.Get get = new ApiRequest.Get(
                    Resources.JOBS, job.key().namespace(), job.key().name());
            return parts.client()
                    .send(get)
                    .then(live -> live instanceof ApiResponse.One one
                            ? STATUS_UPDATE.withLive(parts.client(), put(one), get, this::put)
                            : Completion.of(live))
                    .map(SyncResult::of);
        }

        private Completion<ApiResponse> put(ApiResponse.One live) {
            Job fresh = live.as(Job.class).withStatus(status);
            return parts.client().send(new ApiRequest.Update(Resources.JOBS, "status", fresh));
        }
    }
}
