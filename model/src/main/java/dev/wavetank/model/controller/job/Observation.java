package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.FailureMatch;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The state at the start of a tracked sync.
 *
 * @param job with a status that has a start time, unless it is suspended
 * @param pods all its pods; those of an indexed Job in the order of their indexes
 * @param released uids of pods whose finalizer is known to be removed, though the cache still shows it
 * @param counts how many pods have succeeded and failed, counted or not
 * @param done indexes that have succeeded; null when the Job has no indexes
 * @param byIndex failures of each index; null when the Job does not count them by index
 * @param failures since the last success
 * @param now the time on the machine's clock
 */
record Observation(
        Job job,
        List<Pod> pods,
        Set<String> released,
        Counts counts,
        Indexes done,
        IndexFailures byIndex,
        FailureBackoff.Failures failures,
        Instant now) {

    /**
     * The numbers of finished pods, whether the status counts them or not.
     *
     * @param succeeded how many have succeeded
     * @param failed how many have failed
     */
    record Counts(int succeeded, int failed) {}

    static Observation of(Job cached, List<Pod> given, TrackedSync.Memory memory, Instant now) {
        Job job = started(cached, now);
        List<Pod> pods = new ArrayList<>(given);
        if (job.isIndexed()) {
            pods.sort(Comparator.comparingInt(Indexes::of));
        }
        Set<String> released = memory.finalizers().of(job.key());
        Job.Uncounted uncounted = uncounted(job);
        List<Pod> newSucceeded = new ArrayList<>();
        List<Pod> newFailed = new ArrayList<>();
        for (Pod pod : pods) {
            boolean countable = TrackedPods.isTracked(pod) && !released.contains(pod.uid()) && hasIndex(job, pod);
            if (countable && isSucceeded(pod) && !uncounted.succeeded().contains(pod.uid())) {
                newSucceeded.add(pod);
            } else if (countable && isFailed(job, pod) && !uncounted.failed().contains(pod.uid())) {
                newFailed.add(pod);
            }
        }
        Indexes done = done(job, pods);
        int succeeded = done != null
                ? done.count()
                : Defaults.zeroIfNull(job.status().succeeded())
                        + newSucceeded.size()
                        + uncounted.succeeded().size();
        int failed = Defaults.zeroIfNull(job.status().failed())
                + counted(job, newFailed)
                + uncounted.failed().size();
        return new Observation(
                job,
                pods,
                released,
                new Counts(succeeded, failed),
                done,
                IndexFailures.of(job, pods, released, done),
                memory.backoff().after(job.key(), newSucceeded, newFailed),
                now);
    }

    private static int counted(Job job, List<Pod> failed) {
        return (int) failed.stream()
                .filter(pod -> FailureMatch.of(job, pod).counts())
                .count();
    }

    /** Pods that have not ended and are not being deleted. */
    List<Pod> active() {
        return pods.stream().filter(Pod::isActive).toList();
    }

    /** The time as statuses write it. */
    Instant clock() {
        return Timestamps.seconds(now);
    }

    /** Pods that are being deleted and have not ended. */
    List<Pod> ending() {
        return pods.stream()
                .filter(pod -> pod.metadata().isDeleting() && !pod.isFinished())
                .toList();
    }

    /** Whether a pod has failed; a pod that is being deleted counts as failed, because it may never report its end. */
    static boolean isFailed(Job job, Pod pod) {
        if ("Failed".equals(pod.phase())) {
            return true;
        }
        return !job.spec().replacesFailedOnly() && pod.metadata().isDeleting() && !isSucceeded(pod);
    }

    static boolean isSucceeded(Pod pod) {
        return "Succeeded".equals(pod.phase());
    }

    /** Whether the pod has an index that counts, or the Job has no indexes. */
    static boolean hasIndex(Job job, Pod pod) {
        return !job.isIndexed() || Indexes.of(pod, job.spec().completions()) != Indexes.UNKNOWN;
    }

    static Job.Uncounted uncounted(Job job) {
        Job.Uncounted uncounted = job.status().uncountedTerminatedPods();
        return uncounted == null ? Job.Uncounted.NONE : uncounted;
    }

    private static Job started(Job job, Instant now) {
        Job.Status status = job.status() == null ? JobStatusBuilder.builder().build() : job.status();
        boolean starts = status.startTime() == null && !job.isSuspended();
        return job.withStatus(starts ? status.withStartTime(Timestamps.seconds(now)) : status);
    }

    private static Indexes done(Job job, List<Pod> pods) {
        if (!job.isIndexed()) {
            return null;
        }
        int completions = job.spec().completions();
        List<Integer> more = pods.stream()
                .filter(pod -> isSucceeded(pod) && TrackedPods.isTracked(pod) && hasIndex(job, pod))
                .map(Indexes::of)
                .toList();
        return Indexes.parse(job.status().completedIndexes(), completions).with(more);
    }
}
