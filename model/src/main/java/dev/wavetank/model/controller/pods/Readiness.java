package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Syncs workloads with {@code minReadySeconds} again: a ready pod becomes available as time passes, and no watch
 * event reports that.
 */
public final class Readiness {

    private Readiness() {}

    /** Adds the workload again for the time at which a pod that has just become ready is available. */
    public static void await(
            WorkQueue<ObjectKey> queue, ObjectKey workload, int minReadySeconds, Pod before, Pod after) {
        if (minReadySeconds > 0 && !before.isReady() && after.isReady()) {
            // One second more, because timestamps have no fractions.
            queue.addAfter(workload, (minReadySeconds + 1) * VirtualTime.SECOND);
        }
    }

    /**
     * The end of a sync: done, or due again when the youngest ready pod can have become available.
     *
     * @param minReadySeconds of the workload, 0 or more
     * @param waits whether a ready pod is not available yet
     */
    public static SyncResult requeue(int minReadySeconds, boolean waits) {
        return minReadySeconds > 0 && waits
                ? new SyncResult.RetryAfter(minReadySeconds * VirtualTime.SECOND)
                : SyncResult.DONE;
    }

    /**
     * The end of a sync of a workload of which a ready pod is not available yet: due again when the next one is
     * (v1.36 pkg/controller/controller_utils.go, FindMinNextPodAvailabilityCheck).
     *
     * @param minReadySeconds of the workload, more than 0
     * @param active its active pods
     * @param now the controller's clock
     */
    public static SyncResult atNext(int minReadySeconds, List<Pod> active, Instant now) {
        Duration next = null;
        for (Pod pod : active) {
            Instant since = pod.isReady()
                    ? pod.condition("Ready")
                            .map(Pod.Condition::lastTransitionTime)
                            .orElse(null)
                    : null;
            if (since != null) {
                Duration wait = Duration.between(now, since.plusSeconds(minReadySeconds));
                next = wait.isNegative() || wait.isZero() || next != null && next.compareTo(wait) <= 0 ? next : wait;
            }
        }
        return new SyncResult.RetryAfter(next == null ? minReadySeconds * VirtualTime.SECOND : next.toNanos());
    }
}
