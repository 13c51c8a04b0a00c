package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.job.pod.FailureMatch;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The second half of a tracked sync ({@code trackJobStatusAndRemoveFinalizers}): records the finished pods as
 * uncounted, removes their finalizers, counts those without a finalizer, and ends the Job when nothing is left to
 * count.
 */
final class PodCounting {

    /** {@code MaxUncountedPods}: the maximum number of pods to count in one sync. */
    static final int MOST = 500;

    private final TrackedSync.Parts parts;
    private final Observation seen;
    private final int terminating;
    private final Set<String> tracked = new LinkedHashSet<>();
    private final List<Pod> toRelease = new ArrayList<>();
    private Job job;
    private Job.Condition end;
    private boolean changed;
    private boolean full;

    /** A counting for a Job, with its new status so far. */
    PodCounting(TrackedSync.Parts parts, Observation seen, Job job) {
        this.parts = parts;
        this.seen = seen;
        this.job = job;
        this.terminating = job.status().terminating();
        for (Pod pod : seen.pods()) {
            if (isUnprocessed(pod)) {
                tracked.add(pod.uid());
            }
        }
    }

    private boolean isUnprocessed(Pod pod) {
        return TrackedPods.isTracked(pod) && !seen.released().contains(pod.uid());
    }

    /**
     * Counts.
     *
     * @param ending the condition with which the Job is about to end, or null
     * @param statusChanged whether the status differs from the stored one
     * @return the first failure, if there was one
     */
    Completion<SyncResult> count(Job.Condition ending, boolean statusChanged) {
        end = ending;
        changed = statusChanged;
        settle();
        note();
        announceEnd();
        Completion<SyncResult> flushed = changed ? flush() : Completion.of(SyncResult.DONE);
        return flushed.then(written -> written.andThen(() -> release()));
    }

    /** Moves pods without a finalizer from the uncounted list to the counters. */
    private void settle() {
        Job.Status status = job.status();
        Job.Uncounted noted = status.uncountedTerminatedPods();
        List<String> succeeded =
                noted.succeeded().stream().filter(tracked::contains).toList();
        List<String> failed = noted.failed().stream().filter(tracked::contains).toList();
        int newSucceeded = noted.succeeded().size() - succeeded.size();
        int newFailed = noted.failed().size() - failed.size();
        if (newSucceeded + newFailed > 0) {
            changed = true;
            job = job.withStatus(status.withUncountedTerminatedPods(new Job.Uncounted(succeeded, failed))
                    .withSucceeded(Defaults.nullIfZero(Defaults.zeroIfNull(status.succeeded()) + newSucceeded))
                    .withFailed(Defaults.nullIfZero(Defaults.zeroIfNull(status.failed()) + newFailed)));
        }
    }

    /** Records the finished pods; for successful pods of an indexed Job, recording the index suffices. */
    private void note() {
        Job.Uncounted noted = job.status().uncountedTerminatedPods();
        List<String> succeeded = new ArrayList<>(noted.succeeded());
        List<String> failed = new ArrayList<>(noted.failed());
        int newIndexes = 0;
        Indexes before = seen.done() == null
                ? null
                : Indexes.parse(job.status().completedIndexes(), job.spec().completions());
        for (Pod pod : seen.pods()) {
            boolean isFailed = Observation.isFailed(job, pod);
            if (!isUnprocessed(pod) || !mayRelease(pod, isFailed)) {
                continue;
            }
            toRelease.add(pod);
            if (Observation.isSucceeded(pod) && !failed.contains(pod.uid())) {
                if (before == null) {
                    changed |= noteOnce(succeeded, pod);
                } else if (Observation.hasIndex(job, pod) && !before.has(Indexes.of(pod))) {
                    newIndexes++;
                    changed = true;
                }
            } else if ((isFailed || endsBadly())
                    && Observation.hasIndex(job, pod)
                    && FailureMatch.of(job, pod).counts()) {
                changed |= noteOnce(failed, pod);
            }
            if (newIndexes + succeeded.size() + failed.size() >= MOST) {
                full = true;
                break;
            }
        }
        Job.Status status = job.status().withUncountedTerminatedPods(new Job.Uncounted(succeeded, failed));
        job = job.withStatus(before == null ? status : withIndexes(status));
    }

    private Job.Status withIndexes(Job.Status status) {
        String text = seen.done().text();
        changed |= !Objects.equals(text, status.completedIndexes());
        String failed = seen.byIndex() == null
                ? null
                : Objects.requireNonNullElse(seen.byIndex().failed().text(), "");
        changed |= !Objects.equals(failed, status.failedIndexes());
        return status.withSucceeded(Defaults.nullIfZero(seen.done().count()))
                .withCompletedIndexes(text)
                .withFailedIndexes(failed);
    }

    private static boolean noteOnce(List<String> uids, Pod pod) {
        return !uids.contains(pod.uid()) && uids.add(pod.uid());
    }

    private boolean mayRelease(Pod pod, boolean isFailed) {
        if (job.metadata().isDeleting() || end != null || Observation.isSucceeded(pod)) {
            return true;
        }
        return isFailed && (seen.byIndex() == null || !seen.byIndex().keeps(pod));
    }

    /** Whether every unfinished pod counts as failed. */
    private boolean endsBadly() {
        return end != null && !end.type().equals(JobConditions.SUCCESS_CRITERIA_MET);
    }

    /** Writes the announced end into the status, before the pods lose their finalizers. */
    private void announceEnd() {
        if (end == null || end.type().equals(JobConditions.FAILED)) {
            return;
        }
        if (!job.has(end.type())) {
            List<Job.Condition> conditions = new ArrayList<>(job.status().conditions());
            conditions.add(end);
            job = job.withStatus(job.status().withConditions(conditions));
            changed = true;
        }
        String last = end.type().equals(JobConditions.FAILURE_TARGET) ? JobConditions.FAILED : JobConditions.COMPLETE;
        end = JobConditions.holds(last, end.reason(), end.message(), seen.clock());
    }

    private Completion<SyncResult> flush() {
        return write().map(written -> {
            if (written.isDone()) {
                parts.memory().backoff().put(job.key(), seen.failures());
                changed = false;
            }
            return written;
        });
    }

    private Completion<SyncResult> write() {
        return parts.client()
                .send(new ApiRequest.Update(Resources.JOBS, "status", job))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        job = one.as(Job.class);
                    }
                    return SyncResult.of(response);
                });
    }

    private Completion<SyncResult> release() {
        parts.memory()
                .finalizers()
                .expectRemoved(job.key(), toRelease.stream().map(Pod::uid).toList());
        List<Completion<SyncResult>> answers = new ArrayList<>(toRelease.size());
        for (Pod pod : toRelease) {
            answers.add(parts.tracked().release(pod).map(response -> released(pod, response)));
        }
        return SyncResult.all(answers).then(released -> {
            settle();
            if (released.isDone()) {
                return finish();
            }
            return changed ? write().map(written -> released) : Completion.of(released);
        });
    }

    private SyncResult released(Pod pod, ApiResponse response) {
        if (!response.isSuccess()) {
            parts.memory().finalizers().observed(job.key(), pod.uid());
        }
        SyncResult result = SyncResult.orGone(response);
        if (result.isDone()) {
            tracked.remove(pod.uid());
        }
        return result;
    }

    private Completion<SyncResult> finish() {
        boolean finished = !full && end != null && mayFinish();
        if (finished) {
            changed = true;
            Job.Status last =
                    job.status().withConditions(JobConditions.with(job.status().conditions(), end));
            boolean complete = end.type().equals(JobConditions.COMPLETE);
            job = job.withStatus(complete ? last.withCompletionTime(end.lastTransitionTime()) : last);
        }
        if (!changed) {
            return Completion.of(SyncResult.DONE);
        }
        return write().map(written -> {
            if (written.isDone() && finished) {
                recordEnd();
            }
            return written;
        });
    }

    private boolean mayFinish() {
        Job.Uncounted noted = Observation.uncounted(job);
        return noted.succeeded().isEmpty() && noted.failed().isEmpty() && terminating == 0;
    }

    private void recordEnd() {
        if (!end.type().equals(JobConditions.COMPLETE)) {
            parts.events().warning(job, end.reason(), end.message());
            return;
        }
        Integer completions = job.spec().completions();
        if (completions != null && Defaults.zeroIfNull(job.status().succeeded()) > completions) {
            parts.events()
                    .warning(
                            job,
                            "TooManySucceededPods",
                            "Too many succeeded pods running after completion count reached");
        }
        parts.events().normal(job, "Completed", "Job completed");
    }
}
