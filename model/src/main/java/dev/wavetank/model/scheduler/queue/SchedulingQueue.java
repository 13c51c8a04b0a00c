package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.QueueSortPlugin;
import dev.wavetank.model.scheduler.queue.QueuedPod.Place;
import dev.wavetank.model.trace.FlushTrace;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue of pods without a node ({@code PriorityQueue}).
 *
 * <p>The periodic flushes of Kubernetes (back-off every second, unschedulable every 30 s, counted from the start)
 * happen at the same instants here, but only while there is something to flush. Before v1.11 there are no unschedulable
 * pods: each comes back after its own back-off, whatever happens in the cluster ({@code cache.FIFO}).
 */
public class SchedulingQueue {

    private static final long BACKOFF_FLUSH = VirtualTime.SECOND;
    /** A period begins when the last call has returned ({@code wait.Until}); here a millisecond later. */
    private static final long UNSCHEDULABLE_FLUSH = 30 * VirtualTime.SECOND + VirtualTime.MILLISECOND;

    private static final Comparator<QueuedPod> BY_BACKOFF =
            Comparator.comparingLong(QueuedPod::backoffEnd).thenComparingLong(QueuedPod::sequence);

    private final Context context;
    private final QueueSettings settings;
    private final Parts parts;
    private final long startedAt;
    private final Map<String, QueuedPod> pods = new LinkedHashMap<>();
    private final TreeSet<QueuedPod> active;
    private final TreeSet<QueuedPod> backoff = new TreeSet<>(BY_BACKOFF);
    /** Those that are tried early when nothing else waits: a plug-in has refused them (v1.33 backoff_queue.go). */
    private final TreeSet<QueuedPod> early = new TreeSet<>(BY_BACKOFF);

    private final Map<String, QueuedPod> unschedulable = new LinkedHashMap<>();
    private final InFlight inFlight = new InFlight();
    private final Nominator nominator;
    private final boolean hasUnschedulable;
    private final boolean updatesWaitForBackoff;
    private final boolean popsFromBackoff;
    private long sequence;
    private long cycle;
    private long moveRequestCycle = -1;
    private boolean backoffFlushArmed;
    private boolean unschedulableFlushArmed;

    /**
     * What the queue needs of the scheduler.
     *
     * @param order of the active queue
     * @param isReady whether a pod may be active: what the pre-enqueue plug-ins say
     * @param wakeups which pods an event moves
     * @param nominator pods that are nominated to nodes
     * @param whenActive is called whenever a pod has become active
     */
    public record Parts(
            Comparator<QueueSortPlugin.Queued> order,
            Predicate<PodInfo> isReady,
            Wakeups wakeups,
            Nominator nominator,
            Runnable whenActive) {}

    /** An empty queue. */
    public SchedulingQueue(Context context, QueueSettings settings, Parts parts) {
        this.context = context;
        this.settings = settings;
        this.parts = parts;
        this.nominator = parts.nominator();
        this.startedAt = context.now();
        this.active = new TreeSet<>(
                Comparator.comparing(QueuedPod::key, parts.order()).thenComparingLong(QueuedPod::sequence));
        this.hasUnschedulable = settings.version().has(Feature.SCHEDULING_PRIORITY_QUEUE);
        this.updatesWaitForBackoff = settings.version().has(Feature.UPDATED_PODS_WAIT_FOR_BACKOFF);
        this.popsFromBackoff = settings.version().has(Feature.POP_FROM_BACKOFF_QUEUE);
        context.awaitWhile("flush of unschedulable pods", this::hasUnschedulable);
    }

    /** Adds a pod without a node. */
    public void add(Pod pod) {
        QueuedPod known = pods.get(pod.uid());
        if (known != null) {
            take(known);
        }
        enter(PodInfo.of(pod, settings.version()));
    }

    private void enter(PodInfo pod) {
        QueuedPod queued = new QueuedPod(pod, sequence++, context.now());
        pods.put(queued.uid(), queued);
        nominator.addByStatus(pod);
        activate(queued);
    }

    /** Takes over a later state of a pod without a node. Where that may let it be placed, it is tried again. */
    public void update(Pod before, Pod after) {
        QueuedPod pod = pods.get(after.uid());
        if (pod == null) {
            updateAbsent(before, after);
            return;
        }
        Place place = pod.place();
        take(pod);
        PodInfo earlier = pod.pod();
        pod.update(after, settings.version());
        nominator.update(earlier, pod.pod());
        pods.put(pod.uid(), pod);
        if (place == Place.ACTIVE) {
            pod.setPlace(Place.ACTIVE);
            active.add(pod);
        } else if (place == Place.UNSCHEDULABLE && parts.wakeups().movesItself(pod, before, after)) {
            release(pod, QueueEvents.POD_UPDATE, !updatesWaitForBackoff || pod.isGated());
        } else if (place == Place.BACKOFF && !updatesWaitForBackoff) {
            release(pod, QueueEvents.POD_UPDATE, true);
        } else {
            waitAt(pod, place);
        }
    }

    /**
     * A pod that is being placed stays so where events during its attempt are kept; elsewhere it is queued once more.
     */
    private void updateAbsent(Pod before, Pod after) {
        if (parts.wakeups().usesHints() && inFlight.contains(after.uid())) {
            parts.wakeups().ofItself(before, after).forEach(inFlight::add);
        } else {
            enter(PodInfo.of(after, settings.version()));
        }
    }

    /** Removes a pod in any state. */
    public void remove(String uid) {
        nominator.remove(uid);
        QueuedPod pod = pods.get(uid);
        if (pod != null) {
            take(pod);
        }
    }

    /** Whether a pod can be taken. */
    public boolean hasActive() {
        return !active.isEmpty() || !early.isEmpty();
    }

    /** Takes the next pod to place it, or null when there is none. */
    public @Nullable QueuedPod pop() {
        TreeSet<QueuedPod> next = active.isEmpty() ? early : active;
        QueuedPod pod = next.isEmpty() ? null : next.first();
        if (pod != null) {
            take(pod);
            pod.countAttempt();
            pod.setRefusedBy(new TreeSet<>());
            cycle++;
            inFlight.begin(pod);
        }
        return pod;
    }

    /** Where each pod is, by uid: names of the queues that have it, which should be one. */
    public Map<String, List<String>> places() {
        Map<String, List<String>> places = new LinkedHashMap<>();
        active.forEach(pod -> place(places, pod.uid(), "active"));
        backoff.forEach(pod -> place(places, pod.uid(), "back-off"));
        unschedulable.forEach((uid, pod) -> place(places, uid, pod.isGated() ? "gated" : "unschedulable"));
        inFlight.uids().forEach(uid -> place(places, uid, "being placed"));
        return places;
    }

    private static void place(Map<String, List<String>> places, String uid, String queue) {
        places.computeIfAbsent(uid, missing -> new ArrayList<>(1)).add(queue);
    }

    /** The pod that was taken will not come back: it is bound, or gone. */
    public void done(QueuedPod pod) {
        inFlight.drop(pod.uid());
    }

    /**
     * Returns a pod whose attempt has failed.
     *
     * @param latest its latest state
     * @param refusedBy the plug-ins that refused it; empty when it failed in another way
     */
    public void putBack(QueuedPod pod, Pod latest, Set<String> refusedBy) {
        List<ClusterEvent.Occurrence> meanwhile = inFlight.end(pod.uid());
        if (pods.containsKey(latest.uid())) {
            return;
        }
        pod.update(latest, settings.version());
        pod.setQueuedAt(context.now());
        pod.setRefusedBy(refusedBy);
        pods.put(pod.uid(), pod);
        if (nominator.nodeOf(pod.uid()) == null) {
            nominator.addByStatus(pod.pod());
        }
        pod.setWokenBy("ScheduleAttemptFailure");
        waitAt(pod, mayBeTried(pod, meanwhile) ? Place.BACKOFF : Place.UNSCHEDULABLE);
    }

    /** Whether a pod whose attempt has failed is to be tried again without a further change in the cluster. */
    protected boolean mayBeTried(QueuedPod pod, List<ClusterEvent.Occurrence> meanwhile) {
        if (!hasUnschedulable) {
            return true;
        }
        if (!parts.wakeups().usesHints()) {
            return moveRequestCycle >= cycle;
        }
        return pod.refusedBy().isEmpty()
                || meanwhile.stream().anyMatch(event -> parts.wakeups().moves(pod, event));
    }

    /** Something has changed in the cluster. */
    public void occurred(ClusterEvent.Occurrence occurrence) {
        occurred(occurrence, pod -> true);
    }

    /** Something has changed in the cluster that concerns only pods that pass a check ({@code PreEnqueueCheck}). */
    public void occurred(ClusterEvent.Occurrence occurrence, Predicate<PodInfo> check) {
        inFlightEvent(occurrence);
        for (QueuedPod pod : List.copyOf(unschedulable.values())) {
            boolean isFree = !pod.isGated()
                    || parts.wakeups().mayEndPreemption(occurrence.event())
                            && parts.isReady().test(pod.pod());
            if (isFree && check.test(pod.pod()) && parts.wakeups().moves(pod, occurrence)) {
                release(pod, occurrence.event(), false);
            }
        }
        moveRequestCycle = cycle;
    }

    private void inFlightEvent(ClusterEvent.Occurrence occurrence) {
        if (parts.wakeups().usesHints()) {
            inFlight.add(occurrence);
        }
    }

    private void release(QueuedPod pod, ClusterEvent event, boolean atOnce) {
        take(pod);
        pod.setWokenBy(event.label());
        pods.put(pod.uid(), pod);
        if (!atOnce && backoffEnd(pod) > context.now()) {
            waitAt(pod, Place.BACKOFF);
        } else {
            activate(pod);
        }
    }

    private void activate(QueuedPod pod) {
        pod.setCause(context.cause());
        if (!isKept(pod)) {
            pod.setPlace(Place.ACTIVE);
            active.add(pod);
            parts.whenActive().run();
        }
    }

    /** Keeps a pod among the unschedulable ones unless the pre-enqueue plug-ins let it go on. */
    private boolean isKept(QueuedPod pod) {
        pod.setGated(!parts.isReady().test(pod.pod()));
        if (pod.isGated()) {
            pod.setPlace(Place.UNSCHEDULABLE);
            unschedulable.put(pod.uid(), pod);
        }
        return pod.isGated();
    }

    /** A plug-in wants a pod that waits to be tried at once. */
    public void activate(String uid) {
        QueuedPod pod = pods.get(uid);
        if (pod != null && pod.place() != Place.ACTIVE) {
            release(pod, QueueEvents.FORCE_ACTIVATE, true);
        }
    }

    /** Takes a pod out of the queue in which it is. */
    private void take(QueuedPod pod) {
        switch (pod.place()) {
            case ACTIVE -> active.remove(pod);
            case BACKOFF -> {
                backoff.remove(pod);
                early.remove(pod);
            }
            case UNSCHEDULABLE -> unschedulable.remove(pod.uid());
            case NONE -> {}
        }
        pod.setPlace(Place.NONE);
        pods.remove(pod.uid());
    }

    private void waitAt(QueuedPod pod, Place place) {
        pod.setCause(context.cause());
        if (place == Place.BACKOFF && popsFromBackoff && isKept(pod)) {
            return;
        }
        pod.setPlace(place);
        if (place == Place.BACKOFF) {
            pod.setBackoffEnd(backoffEnd(pod));
            backoff.add(pod);
            boolean isEarly = popsFromBackoff && !pod.refusedBy().isEmpty();
            if (isEarly) {
                early.add(pod);
            }
            if (!hasUnschedulable) {
                context.after(Math.max(0, pod.backoffEnd() - context.now()), this::endBackoffs);
            } else if (!backoffFlushArmed) {
                backoffFlushArmed = true;
                context.after(untilNext(BACKOFF_FLUSH), this::flushBackoff);
            }
            if (isEarly) {
                parts.whenActive().run();
            }
        } else {
            unschedulable.put(pod.uid(), pod);
            if (!unschedulableFlushArmed) {
                unschedulableFlushArmed = true;
                context.daemonAfter(untilNext(UNSCHEDULABLE_FLUSH), this::flushUnschedulable);
            }
        }
    }

    private void flushBackoff() {
        backoffFlushArmed = false;
        endBackoffs();
        if (!backoff.isEmpty() && !backoffFlushArmed) {
            backoffFlushArmed = true;
            context.after(untilNext(BACKOFF_FLUSH), this::flushBackoff);
        }
    }

    private void endBackoffs() {
        while (!backoff.isEmpty() && backoff.first().backoffEnd() <= context.now()) {
            QueuedPod pod = backoff.first();
            context.resume(pod.cause());
            traceWait(pod, "back-off");
            take(pod);
            pods.put(pod.uid(), pod);
            activate(pod);
        }
    }

    private void flushUnschedulable() {
        unschedulableFlushArmed = false;
        List<QueuedPod> old = new ArrayList<>();
        for (QueuedPod pod : unschedulable.values()) {
            if (!pod.isGated() && context.now() - pod.queuedAt() > settings.unschedulableLimit()) {
                old.add(pod);
            }
        }
        for (QueuedPod pod : old) {
            context.resume(pod.cause());
            traceWait(pod, "unschedulable pods");
            context.trace(new FlushTrace(pod.pod().pod().key(), pod.uid()));
            release(pod, QueueEvents.UNSCHEDULABLE_TIMEOUT, false);
        }
        if (!old.isEmpty()) {
            inFlightEvent(new ClusterEvent.Occurrence(QueueEvents.UNSCHEDULABLE_TIMEOUT, null, null));
            moveRequestCycle = cycle;
        }
        if (!unschedulable.isEmpty() && !unschedulableFlushArmed) {
            unschedulableFlushArmed = true;
            context.daemonAfter(untilNext(UNSCHEDULABLE_FLUSH), this::flushUnschedulable);
        }
    }

    private void traceWait(QueuedPod pod, String place) {
        if (context.tracesDetails()) {
            String key = pod.pod().pod().key().toString();
            context.trace(new WaitHop.BackedOff("scheduler/" + place, key, pod.attempts()));
        }
    }

    private boolean hasUnschedulable() {
        return unschedulable.values().stream().anyMatch(pod -> !pod.isGated());
    }

    private long backoffEnd(QueuedPod pod) {
        long end = pod.queuedAt() + settings.backoff().after(Math.max(1, pod.attempts()));
        return popsFromBackoff ? end - end % BACKOFF_FLUSH : end;
    }

    /** Nanoseconds until a clock with that period, which started with the scheduler, ticks next. */
    private long untilNext(long period) {
        return period - (context.now() - startedAt) % period;
    }
}
