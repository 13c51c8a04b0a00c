package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.FailureMatch;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Failures of a Job that counts them index by index ({@code backoffLimitPerIndex}, beta since v1.29).
 *
 * @param failed indexes that have failed permanently
 * @param last for every index that needs a new pod, the pod that failed last: it keeps its finalizer until the new
 *     pod exists, because the new pod carries the failure count of the index
 */
record IndexFailures(Indexes failed, Map<Integer, Pod> last) {

    /**
     * The failures of a Job; null when it does not count them by index.
     *
     * @param pods all its pods
     * @param released uids of pods whose finalizer is known to be removed
     * @param done indexes that have succeeded
     */
    static IndexFailures of(Job job, List<Pod> pods, Set<String> released, Indexes done) {
        if (job.spec().backoffLimitPerIndex() == null || done == null) {
            return null;
        }
        int completions = job.spec().completions();
        List<Pod> ended = pods.stream()
                .filter(pod ->
                        TrackedPods.isTracked(pod) && Observation.hasIndex(job, pod) && Observation.isFailed(job, pod))
                .toList();
        List<Integer> newFailed = ended.stream()
                .filter(pod -> failsIndex(job, pod))
                .map(Indexes::of)
                .toList();
        Indexes failed =
                Indexes.parse(job.status().failedIndexes(), completions).with(newFailed);
        List<Integer> busy = new ArrayList<>(
                pods.stream().filter(Pod::isActive).map(Indexes::of).toList());
        Map<Integer, Pod> last = new TreeMap<>();
        for (Pod pod : ended) {
            int index = Indexes.of(pod);
            boolean over = done.has(index) || failed.has(index) || busy.contains(index);
            if (!over && !released.contains(pod.uid())) {
                last.merge(index, pod, IndexFailures::later);
            }
        }
        return new IndexFailures(failed, last);
    }

    private static boolean failsIndex(Job job, Pod pod) {
        FailureMatch match = FailureMatch.of(job, pod);
        return match.failsIndex()
                || match.counts()
                        && count(pod, Job.INDEX_FAILURES) >= job.spec().backoffLimitPerIndex();
    }

    private static Pod later(Pod one, Pod other) {
        boolean failedMore = all(one) <= all(other);
        return failedMore && !FailureBackoff.end(other).isBefore(FailureBackoff.end(one)) ? other : one;
    }

    /** Whether the pod must keep its finalizer until a new pod exists. */
    boolean keeps(Pod pod) {
        Pod kept = last.get(Indexes.of(pod));
        return kept != null && kept.uid().equals(pod.uid());
    }

    /** How long an index has to wait for its new pod, in nanoseconds. */
    long remaining(int index, Instant now) {
        Pod pod = last.get(index);
        return pod == null ? 0 : new FailureBackoff.Failures(all(pod) + 1, FailureBackoff.end(pod)).remaining(now);
    }

    /** The failure counts in the annotations of the new pod of an index. */
    Map<String, String> annotations(Job job, int index) {
        Pod before = last.get(index);
        int counted = 0;
        int ignored = 0;
        if (before != null) {
            boolean counts = FailureMatch.of(job, before).counts();
            counted = count(before, Job.INDEX_FAILURES) + (counts ? 1 : 0);
            ignored = count(before, Job.INDEX_IGNORED_FAILURES) + (counts ? 0 : 1);
        }
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(Job.INDEX_FAILURES, Integer.toString(counted));
        if (ignored > 0) {
            annotations.put(Job.INDEX_IGNORED_FAILURES, Integer.toString(ignored));
        }
        return annotations;
    }

    private static int all(Pod pod) {
        return count(pod, Job.INDEX_FAILURES) + count(pod, Job.INDEX_IGNORED_FAILURES);
    }

    private static int count(Pod pod, String annotation) {
        return Math.max(0, Indexes.number(pod.metadata().annotations().get(annotation)));
    }
}
