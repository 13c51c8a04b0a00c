package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.PodRanking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The plan of a sync for the number of pods: delete some, create some, wait, or nothing. Never two of these:
 * deletions come first.
 *
 * @param deletions surplus pods
 * @param creations how many pods are missing
 * @param indexes of the missing pods; empty when the Job has no indexes
 * @param delay how long to wait before creating the missing pods, in nanoseconds; 0 when they can be created now
 */
record JobPlan(List<Pod> deletions, int creations, List<Integer> indexes, long delay) {

    /** {@code MaxPodCreateDeletePerSync}. */
    static final int MOST = 500;

    private static final JobPlan NOTHING = new JobPlan(Collections.emptyList(), 0, Collections.emptyList(), 0);

    /** The plan from release 1.26 on, from the state at the start of a sync. */
    static JobPlan of(Observation seen) {
        JobSpec spec = seen.job().spec();
        List<Pod> activePods = seen.active();
        int active = activePods.size();
        if (seen.job().isSuspended()) {
            return delete(victims(seen, active));
        }
        int wanted = wanted(spec, active, seen.counts().succeeded());
        List<Pod> victims = victims(seen, Math.max(0, active - wanted));
        if (!victims.isEmpty()) {
            return delete(victims.subList(0, Math.min(MOST, victims.size())));
        }
        List<Pod> busy = new ArrayList<>(activePods);
        if (spec.replacesFailedOnly()) {
            busy.addAll(seen.ending());
        }
        int missing = Math.min(MOST, wanted - busy.size());
        if (missing <= 0) {
            return NOTHING;
        }
        long backoff = seen.byIndex() == null ? seen.failures().remaining(seen.now()) : 0;
        if (backoff > 0) {
            return await(backoff);
        }
        return seen.done() == null ? create(missing) : indexed(seen, busy, missing);
    }

    /** The lowest indexes without a pod; an index that has failed has a wait of its own. */
    private static JobPlan indexed(Observation seen, List<Pod> busy, int missing) {
        int completions = seen.job().spec().completions();
        List<Integer> taken = busy.stream()
                .map(pod -> Indexes.of(pod, completions))
                .filter(index -> index != Indexes.UNKNOWN)
                .toList();
        Indexes closed = seen.done().with(taken);
        IndexFailures failures = seen.byIndex();
        if (failures == null) {
            return create(closed.firstMissing(missing, completions));
        }
        List<Integer> open = closed.with(failures.failed()).firstMissing(missing, completions);
        List<Integer> ready = open.stream()
                .filter(index -> failures.remaining(index, seen.now()) == 0)
                .toList();
        if (!ready.isEmpty() || open.isEmpty()) {
            return create(ready);
        }
        return await(open.stream()
                .mapToLong(index -> failures.remaining(index, seen.now()))
                .min()
                .orElseThrow());
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
     * The desired number of active pods. Without completions: {@code parallelism} until the first success, then the
     * pods that still run; with completions never more than the missing successes.
     */
    private static int wanted(JobSpec spec, int active, int succeeded) {
        if (spec.completions() == null) {
            return succeeded > 0 ? active : spec.parallelism();
        }
        return Math.max(0, Math.min(spec.parallelism(), spec.completions() - succeeded));
    }

    private static List<Pod> victims(Observation seen, int atLeast) {
        return seen.done() == null
                ? PodRanking.victims(seen.active(), atLeast)
                : PodRanking.indexedVictims(
                        seen.active(), atLeast, seen.job().spec().completions());
    }

    private static JobPlan delete(List<Pod> victims) {
        return new JobPlan(victims, 0, Collections.emptyList(), 0);
    }

    private static JobPlan create(int count) {
        return new JobPlan(Collections.emptyList(), count, Collections.emptyList(), 0);
    }

    private static JobPlan create(List<Integer> indexes) {
        return new JobPlan(Collections.emptyList(), indexes.size(), indexes, 0);
    }

    private static JobPlan await(long delay) {
        return new JobPlan(Collections.emptyList(), 0, Collections.emptyList(), delay);
    }
}
