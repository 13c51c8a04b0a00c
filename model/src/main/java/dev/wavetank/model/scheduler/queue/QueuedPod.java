package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.QueueSortPlugin;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.Set;
import java.util.TreeSet;

/** A pod that waits for a node, and the history of its attempts ({@code framework.QueuedPodInfo}). */
public final class QueuedPod {

    /** Where a pod waits. */
    enum Place {
        /** Active: tried in its turn. */
        ACTIVE,
        /** In back-off: tried after it. */
        BACKOFF,
        /** Unschedulable: tried after a change in the cluster. */
        UNSCHEDULABLE,
        /** In none of the queues: taken to be placed, placed, or gone. */
        NONE
    }

    private final long sequence;
    private QueueSortPlugin.Queued key;
    private Place place = Place.NONE;
    private Set<String> refusedBy = new TreeSet<>();
    private boolean gated;
    private long backoffEnd;
    private long cause;
    private String wokenBy = "";

    QueuedPod(PodInfo pod, long sequence, long now) {
        this.key = new QueueSortPlugin.Queued(pod, now, 0);
        this.sequence = sequence;
    }

    /** The pod in its latest state that the queue has seen. */
    public PodInfo pod() {
        return key.pod();
    }

    /** Takes over a later state. It must not be in a queue that is ordered by what changes. */
    void update(Pod latest, KubernetesVersion version) {
        key = new QueueSortPlugin.Queued(key.pod().update(latest, version), key.queuedAt(), key.attempts());
    }

    /** Its uid. */
    public String uid() {
        return key.pod().uid();
    }

    /** What the order of the active queue depends on. */
    QueueSortPlugin.Queued key() {
        return key;
    }

    /** In which order pods came to the queue for the first time. */
    long sequence() {
        return sequence;
    }

    Place place() {
        return place;
    }

    void setPlace(Place next) {
        place = next;
    }

    /** Virtual time at which it was last added to a queue, in nanoseconds. */
    long queuedAt() {
        return key.queuedAt();
    }

    void setQueuedAt(long now) {
        key = new QueueSortPlugin.Queued(key.pod(), now, key.attempts());
    }

    /** How often it was tried. */
    public int attempts() {
        return key.attempts();
    }

    void countAttempt() {
        key = new QueueSortPlugin.Queued(key.pod(), key.queuedAt(), key.attempts() + 1);
    }

    /** Name of the event that moved it last; empty before its first attempt. */
    public String wokenBy() {
        return wokenBy;
    }

    void setWokenBy(String event) {
        wokenBy = event;
    }

    /** The plug-ins that refused it at the last attempt; empty when it failed in another way. */
    public Set<String> refusedBy() {
        return refusedBy;
    }

    void setRefusedBy(Set<String> plugins) {
        refusedBy = plugins;
    }

    /** Whether a pre-enqueue plug-in keeps it out of the active queue. */
    boolean isGated() {
        return gated;
    }

    void setGated(boolean now) {
        gated = now;
    }

    /** When its back-off ends. */
    long backoffEnd() {
        return backoffEnd;
    }

    void setBackoffEnd(long end) {
        backoffEnd = end;
    }

    /** Number of the record that caused its last move: see {@link Context#resume}. */
    public long cause() {
        return cause;
    }

    void setCause(long record) {
        cause = record;
    }
}
