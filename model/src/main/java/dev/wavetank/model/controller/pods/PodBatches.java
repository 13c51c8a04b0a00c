package dev.wavetank.model.controller.pods;

/** How many pods are created at a time. A batch begins when all requests of the one before have succeeded. */
@FunctionalInterface
public interface PodBatches {

    /**
     * Slow start: 1, 2, 4, 8 and so on, so that an exhausted quota costs one request a sync (Kubernetes 1.8 and
     * later).
     */
    PodBatches SLOW_START = previous -> previous == 0 ? 1 : 2 * previous;

    /** All pods at once (before Kubernetes 1.8). */
    PodBatches ALL_AT_ONCE = previous -> Integer.MAX_VALUE;

    /**
     * Size of the next batch, at least 1; the caller limits it to the remaining pods. The batch before the first has
     * size 0.
     */
    int sizeAfter(int previous);
}
