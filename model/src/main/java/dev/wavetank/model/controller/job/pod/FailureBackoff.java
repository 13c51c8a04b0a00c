package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a Job waits after failures before it creates a new pod: 10 s after the last failed pod ended, doubled with
 * every failure since the last success, up to 10 min. A crash loses this state, as in the real controller.
 */
public final class FailureBackoff {

    /** {@code DefaultJobPodFailureBackOff} and {@code MaxJobPodFailureBackOff}. */
    public static final Backoff BACKOFF = new Backoff(10 * VirtualTime.SECOND, 10 * VirtualTime.MINUTE);

    private final Map<ObjectKey, Failures> byJob = new LinkedHashMap<>();

    /**
     * Failures since the last success.
     *
     * @param count how many
     * @param last when the last of them ended; null when there was none
     */
    public record Failures(int count, Instant last) {

        static final Failures NONE = new Failures(0, null);

        /** How long to wait from now on, in nanoseconds. */
        public long remaining(Instant now) {
            if (count == 0) {
                return 0;
            }
            return Math.max(0, BACKOFF.after(count) - Timestamps.between(last, now));
        }

        /** The same with pods that have finished since. */
        Failures after(List<Pod> newSucceeded, List<Pod> newFailed) {
            List<Instant> failures = ends(newFailed);
            if (newSucceeded.isEmpty()) {
                return failures.isEmpty()
                        ? this
                        : new Failures(count + failures.size(), failures.get(failures.size() - 1));
            }
            List<Instant> successes = ends(newSucceeded);
            Instant lastSuccess = successes.get(successes.size() - 1);
            failures.removeIf(failure -> !failure.isAfter(lastSuccess));
            return failures.isEmpty() ? NONE : new Failures(failures.size(), failures.get(failures.size() - 1));
        }
    }

    /** The failures of a Job, with pods that have finished since. */
    public Failures after(ObjectKey job, List<Pod> newSucceeded, List<Pod> newFailed) {
        return byJob.getOrDefault(job, Failures.NONE).after(newSucceeded, newFailed);
    }

    /** Stores the failures of a Job. */
    public void put(ObjectKey job, Failures failures) {
        byJob.put(job, failures);
    }

    /** Forgets a finished or deleted Job. */
    public void forget(ObjectKey job) {
        byJob.remove(job);
    }

    private static List<Instant> ends(List<Pod> pods) {
        List<Instant> ends =
                new ArrayList<>(pods.stream().map(FailureBackoff::end).toList());
        ends.sort(Comparator.naturalOrder());
        return ends;
    }

    /**
     * When a pod ended: the end of its last container, else its last readiness transition to False, else its
     * deletion.
     */
    public static Instant end(Pod pod) {
        Instant containers = endOfContainers(pod);
        if (containers != null) {
            return containers;
        }
        Pod.Condition ready = pod.condition("Ready").orElse(null);
        if (ready != null && ready.status().equals("False") && ready.lastTransitionTime() != null) {
            return ready.lastTransitionTime();
        }
        if (pod.metadata().isDeleting()) {
            Long grace = pod.metadata().deletionGracePeriodSeconds();
            return pod.metadata().deletionTimestamp().minusSeconds(grace == null ? 0 : grace);
        }
        return pod.metadata().creationTimestamp();
    }

    private static Instant endOfContainers(Pod pod) {
        Instant end = null;
        if (pod.status() != null) {
            for (Pod.ContainerStatus container : pod.status().containerStatuses()) {
                Pod.Terminated terminated =
                        container.state() == null ? null : container.state().terminated();
                if (terminated == null || terminated.finishedAt() == null) {
                    return null;
                }
                if (end == null || end.isBefore(terminated.finishedAt())) {
                    end = terminated.finishedAt();
                }
            }
        }
        return end;
    }
}
