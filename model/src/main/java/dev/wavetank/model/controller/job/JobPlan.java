package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a sync is to do about the number of pods: delete some, create some, wait, or nothing. Never two of them:
 * deletions come first.
 *
 * @param deletions pods that are too many
 * @param creations how many pods are missing
 * @param indexes what the missing pods are to work on; empty when the Job has no indexes
 * @param delay how long to wait before the missing pods are made, in nanoseconds; 0 when they can be made now
 */
record JobPlan(List<Pod> deletions, int creations, List<Integer> indexes, long delay) {

    /** {@code MaxPodCreateDeletePerSync}. */
    static final int MOST = 500;

    private static final JobPlan NOTHING = new JobPlan(Collections.emptyList(), 0, Collections.emptyList(), 0);

    /**
     * What is known when a sync begins.
     *
     * @param job the Job
     * @param active its active pods
     * @param succeeded how many pods have succeeded
     * @param done indexes that have succeeded; null when the Job has no indexes
     * @param ending pods that are being deleted and have not ended
     * @param backoff how long failures still keep the Job from making pods, in nanoseconds
     */
    record Picture(Job job, List<Pod> active, int succeeded, Indexes done, List<Pod> ending, long backoff) {}

    /** The plan from release 1.26 on. */
    static JobPlan of(Picture picture) {
        JobSpec spec = picture.job().spec();
        int active = picture.active().size();
        if (picture.job().isSuspended()) {
            return delete(victims(picture, active));
        }
        int wanted = wanted(spec, active, picture.succeeded());
        List<Pod> victims = victims(picture, Math.max(0, active - wanted));
        if (!victims.isEmpty()) {
            return delete(victims.subList(0, Math.min(MOST, victims.size())));
        }
        List<Pod> ending = spec.replacesFailedOnly() ? picture.ending() : Collections.emptyList();
        int missing = Math.min(MOST, wanted - ending.size() - active);
        if (missing <= 0) {
            return NOTHING;
        }
        if (picture.backoff() > 0) {
            return new JobPlan(Collections.emptyList(), 0, Collections.emptyList(), picture.backoff());
        }
        if (picture.done() == null) {
            return create(missing);
        }
        List<Pod> busy = new ArrayList<>(picture.active());
        busy.addAll(ending);
        List<Integer> taken = busy.stream()
                .map(pod -> Indexes.of(pod, spec.completions()))
                .filter(index -> index != Indexes.UNKNOWN)
                .toList();
        List<Integer> indexes = picture.done().with(taken).firstMissing(missing, spec.completions());
        return new JobPlan(Collections.emptyList(), indexes.size(), indexes, 0);
    }

    /** The plan before release 1.26: pods are deleted only when there are more than {@code parallelism}. */
    static JobPlan untracked(Job job, List<Pod> active, int succeeded) {
        int parallelism = job.spec().parallelism();
        if (active.size() > parallelism) {
            return delete(PodRanking.victims(active, active.size() - parallelism));
        }
        int missing = wanted(job.spec(), active.size(), succeeded) - active.size();
        return missing <= 0 ? NOTHING : create(Math.min(MOST, missing));
    }

    /**
     * How many pods are to be active. Without completions: {@code parallelism} until the first success, then what
     * still runs; with completions never more than are missing.
     */
    private static int wanted(JobSpec spec, int active, int succeeded) {
        if (spec.completions() == null) {
            return succeeded > 0 ? active : spec.parallelism();
        }
        return Math.max(0, Math.min(spec.parallelism(), spec.completions() - succeeded));
    }

    private static List<Pod> victims(Picture picture, int atLeast) {
        return picture.done() == null
                ? PodRanking.victims(picture.active(), atLeast)
                : PodRanking.indexedVictims(
                        picture.active(), atLeast, picture.job().spec().completions());
    }

    private static JobPlan delete(List<Pod> victims) {
        return new JobPlan(victims, 0, Collections.emptyList(), 0);
    }

    private static JobPlan create(int count) {
        return new JobPlan(Collections.emptyList(), count, Collections.emptyList(), 0);
    }
}
