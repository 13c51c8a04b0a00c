package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.sim.component.Context;
import java.util.Comparator;

/** A pod that waits for a node, and the history of its attempts. */
final class QueuedPod {

    /** Where a pod waits. */
    enum Place {
        /** Active: tried in its turn. */
        ACTIVE,
        /** In back-off: tried after it. */
        BACKOFF,
        /** Unschedulable: tried after a change in the cluster. */
        UNSCHEDULABLE,
        /** In flight: taken from the queue and being placed or bound. */
        IN_FLIGHT
    }

    /** Higher priority first; among equals first come, first served. */
    static final Comparator<QueuedPod> ORDER = Comparator.comparingInt((QueuedPod pod) -> -pod.priority())
            .thenComparingLong(pod -> pod.queuedAt)
            .thenComparingLong(pod -> pod.sequence);

    private final long sequence;
    private PodDemand demand;
    private Place place = Place.ACTIVE;
    private long queuedAt;
    private long cause;
    private int attempts;
    private boolean failureReported;

    QueuedPod(PodDemand demand, long sequence, long now) {
        this.demand = demand;
        this.sequence = sequence;
        this.queuedAt = now;
    }

    PodDemand demand() {
        return demand;
    }

    void setDemand(PodDemand latest) {
        demand = latest;
    }

    String uid() {
        return demand.pod().uid();
    }

    int priority() {
        Integer priority = demand.pod().spec().priority();
        return priority == null ? 0 : priority;
    }

    Place place() {
        return place;
    }

    void moveTo(Place next) {
        place = next;
    }

    /** Virtual time at which it was last added to a queue, in nanoseconds. */
    long queuedAt() {
        return queuedAt;
    }

    void setQueuedAt(long now) {
        queuedAt = now;
    }

    /** Number of the record that caused its last move: see {@link Context#resume}. */
    long cause() {
        return cause;
    }

    void setCause(long record) {
        cause = record;
    }

    int attempts() {
        return attempts;
    }

    void countAttempt() {
        attempts++;
    }

    boolean isFailureReported() {
        return failureReported;
    }

    void setFailureReported() {
        failureReported = true;
    }
}
