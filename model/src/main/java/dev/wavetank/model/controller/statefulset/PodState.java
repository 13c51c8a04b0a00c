package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.core.Pod;
import java.time.Instant;

/**
 * The state of a pod of a StatefulSet.
 *
 * @param minReadySeconds how long a pod must be ready to count as available
 * @param now reading of the component's clock
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

    /** Whether it runs and has been ready for {@code minReadySeconds}. */
    boolean isAvailable(Pod pod) {
        return isRunningAndReady(pod) && pod.isAvailable(minReadySeconds, now);
    }

    /** Whether it permits the sync to continue with the next pod. */
    boolean isHealthy(Pod pod) {
        return isAvailable(pod) && !pod.metadata().isDeleting();
    }
}
