package dev.wavetank.model.scheduler.framework;

import java.util.Comparator;

/** Orders the pods that wait for their turn. */
public interface QueueSortPlugin extends Plugin, Comparator<QueueSortPlugin.Queued> {

    /**
     * What the order may depend on.
     *
     * @param pod the pod
     * @param queuedAt virtual time at which it was last added to a queue, in nanoseconds
     * @param attempts how often it was tried
     */
    record Queued(PodInfo pod, long queuedAt, int attempts) {}
}
