package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.core.Pod;
import java.time.Instant;

/**
 * How far a pod of a StatefulSet is.
 *
 * @param minReadySeconds how long a pod must be ready to count as available
 * @param now what the component's clock shows
 */
record PodState(int minReadySeconds, Instant now) {

    /** Whether it is stored. */
    static boolean isCreated(Pod pod) {
        return pod.uid() != null;
    }

    /** Whether it runs and is ready. */
    static boolean isRunningAndReady(Pod pod) {
        return pod.phase().equals("Running") && pod.isReady();
    }

    /** Whether it has run and been ready for long enough. */
    boolean isAvailable(Pod pod) {
        return isRunningAndReady(pod) && pod.isAvailable(minReadySeconds, now);
    }

    /** Whether nothing stands in the way of the next pod. */
    boolean isHealthy(Pod pod) {
        return isAvailable(pod) && !pod.metadata().isDeleting();
    }
}
