package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.QueuedPod.Place;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The queue of unbound pods: active, in back-off, or unschedulable.
 *
 * <p>An unschedulable pod comes back when the cluster changes, or after {@link
 * SchedulerSettings#unschedulableLimit}. The periodic flushes of Kubernetes (back-off every second, unschedulable
 * every 30 s) happen at the same instants here, but only while there is something to flush.
 */
final class SchedulingQueue {

    private static final long BACKOFF_FLUSH = VirtualTime.SECOND;
    private static final long UNSCHEDULABLE_FLUSH = 30 * VirtualTime.SECOND;

    private final Context context;
    private final SchedulerSettings settings;
    private final Runnable whenActive;
    private final long startedAt;
    private final Map<String, QueuedPod> pods = new LinkedHashMap<>();
    private final TreeSet<QueuedPod> active = new TreeSet<>(QueuedPod.ORDER);
    private final Map<String, QueuedPod> waiting = new LinkedHashMap<>();
    private long sequence;
    private boolean backoffFlushArmed;
    private boolean unschedulableFlushArmed;

    /** An empty queue that calls {@code whenActive} whenever a pod became active. */
    SchedulingQueue(Context context, SchedulerSettings settings, Runnable whenActive) {
        this.context = context;
        this.settings = settings;
        this.whenActive = whenActive;
        this.startedAt = context.now();
        context.awaitWhile("flush of unschedulable pods", this::hasUnschedulable);
    }

    /** Adds a pod without a node. */
    void add(PodDemand demand) {
        QueuedPod pod = new QueuedPod(demand, sequence++, context.now());
        pods.put(demand.pod().uid(), pod);
        activate(pod);
    }

    /** Updates a waiting pod; a changed specification triggers another attempt. */
    void update(PodDemand latest) {
        QueuedPod pod = pods.get(latest.pod().uid());
        if (pod == null) {
            add(latest);
            return;
        }
        boolean changed = !pod.demand().pod().spec().equals(latest.pod().spec())
                || !pod.demand()
                        .pod()
                        .metadata()
                        .labels()
                        .equals(latest.pod().metadata().labels());
        pod.setDemand(latest);
        if (pod.place() == Place.UNSCHEDULABLE && (changed || settings.retriesOwnStatusPatch())) {
            waiting.remove(pod.uid());
            activate(pod);
        }
    }

    /** Removes a pod in any state. */
    void remove(String uid) {
        QueuedPod pod = pods.remove(uid);
        if (pod != null) {
            active.remove(pod);
            waiting.remove(uid);
        }
    }

    /** Whether the pod has not been removed meanwhile. */
    boolean knows(QueuedPod pod) {
        return pods.get(pod.uid()) == pod;
    }

    /** Whether a pod is active. */
    boolean hasActive() {
        return !active.isEmpty();
    }

    /** Takes the next pod, or null when none is active. */
    QueuedPod pop() {
        QueuedPod pod = active.pollFirst();
        if (pod != null) {
            pod.moveTo(Place.IN_FLIGHT);
            pod.countAttempt();
        }
        return pod;
    }

    /** Returns a pod without a feasible node to the queue. */
    void putBackUnschedulable(QueuedPod pod) {
        putBack(pod, Place.UNSCHEDULABLE);
    }

    /** Returns a pod to the queue whose attempt failed for another reason. */
    void putBackForRetry(QueuedPod pod) {
        putBack(pod, Place.BACKOFF);
    }

    private void putBack(QueuedPod pod, Place place) {
        if (!knows(pod)) {
            return;
        }
        pod.setQueuedAt(context.now());
        waitAt(pod, place);
    }

    /** Moves all unschedulable pods after a change in the cluster that may make room. */
    void clusterChanged() {
        for (QueuedPod pod : in(Place.UNSCHEDULABLE)) {
            release(pod);
        }
    }

    /** Moves all unschedulable pods with claims after a change of volumes. */
    void volumesChanged() {
        for (QueuedPod pod : in(Place.UNSCHEDULABLE)) {
            if (!VolumeClaim.of(pod.demand().pod()).isEmpty()) {
                release(pod);
            }
        }
    }

    private void release(QueuedPod pod) {
        if (backoffEnd(pod) > context.now()) {
            waitAt(pod, Place.BACKOFF);
        } else {
            waiting.remove(pod.uid());
            activate(pod);
        }
    }

    private void activate(QueuedPod pod) {
        pod.moveTo(Place.ACTIVE);
        pod.setCause(context.cause());
        active.add(pod);
        whenActive.run();
    }

    private void waitAt(QueuedPod pod, Place place) {
        pod.moveTo(place);
        pod.setCause(context.cause());
        waiting.put(pod.uid(), pod);
        if (place == Place.BACKOFF && !backoffFlushArmed) {
            backoffFlushArmed = true;
            context.after(untilNext(BACKOFF_FLUSH), this::flushBackoff);
        } else if (place == Place.UNSCHEDULABLE && !unschedulableFlushArmed) {
            unschedulableFlushArmed = true;
            context.daemonAfter(untilNext(UNSCHEDULABLE_FLUSH), this::flushUnschedulable);
        }
    }

    private void flushBackoff() {
        backoffFlushArmed = false;
        for (QueuedPod pod : in(Place.BACKOFF)) {
            context.resume(pod.cause());
            traceBackoff(pod, "back-off");
            release(pod);
        }
    }

    private void traceBackoff(QueuedPod pod, String place) {
        if (context.tracesDetails() && backoffEnd(pod) <= context.now()) {
            String key = pod.demand().pod().key().toString();
            context.trace(new WaitHop.BackedOff("scheduler/" + place, key, pod.attempts()));
        }
    }

    private void flushUnschedulable() {
        unschedulableFlushArmed = false;
        for (QueuedPod pod : in(Place.UNSCHEDULABLE)) {
            context.resume(pod.cause());
            if (context.now() - pod.queuedAt() > settings.unschedulableLimit()) {
                traceBackoff(pod, "unschedulable pods");
                release(pod);
            } else {
                waitAt(pod, Place.UNSCHEDULABLE);
            }
        }
    }

    private boolean hasUnschedulable() {
        return waiting.values().stream().anyMatch(pod -> pod.place() == Place.UNSCHEDULABLE);
    }

    private List<QueuedPod> in(Place place) {
        List<QueuedPod> result = new ArrayList<>();
        for (QueuedPod pod : waiting.values()) {
            if (pod.place() == place) {
                result.add(pod);
            }
        }
        return result;
    }

    private long backoffEnd(QueuedPod pod) {
        return pod.queuedAt() + settings.backoff().after(pod.attempts());
    }

    /** Nanoseconds until a clock with that period, which started with the scheduler, ticks next. */
    private long untilNext(long period) {
        return period - (context.now() - startedAt) % period;
    }
}
