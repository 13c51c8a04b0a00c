package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.core.Pod;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The pods that one Job ever had. */
final class JobPods {

    private static final String FINALIZER = "batch.kubernetes.io/job-tracking";

    private final Map<String, Seen> pods = new LinkedHashMap<>();
    private final Set<String> succeeded = new LinkedHashSet<>();
    private boolean tracked;
    private boolean disturbed;

    /** A pod that works, or has succeeded: it counts for a completion. */
    private record Seen(long createdAt, long changedAt, boolean finished) {}

    /** Applies a change of a pod; returns whether it is a new one that works. */
    boolean observe(Pod pod, boolean deleted, long now) {
        Seen before = pods.get(pod.uid());
        tracked |= pod.metadata().finalizers().contains(FINALIZER);
        if (pod.phase().equals("Succeeded")) {
            succeeded.add(pod.uid());
        }
        boolean counts = succeeded.contains(pod.uid()) || pod.isActive() && !deleted;
        // An evicted pod is replaced at once, and may succeed all the same before it ends. A Job that does not track
        // its
        // pods has forgotten those that are gone.
        disturbed |= !counts && !pod.isFinished() || deleted && !tracked;
        if (!counts) {
            pods.remove(pod.uid());
            return false;
        }
        pods.put(pod.uid(), new Seen(before == null ? now : before.createdAt(), now, pod.isFinished()));
        return before == null && !pod.isFinished();
    }

    /** Whether pods are counted by their finalizers (from v1.26 on). */
    boolean isTracked() {
        return tracked;
    }

    /** Whether an unfinished pod was evicted or deleted, or a pod is gone that was not tracked. */
    boolean isDisturbed() {
        return disturbed;
    }

    /** How many have succeeded. */
    int succeeded() {
        return succeeded.size();
    }

    /** How many work or have succeeded. */
    int completing() {
        return pods.size();
    }

    /** How many of them every cache shows as working, or as counted or still to be counted. */
    long completingAndSeen(CacheLag lag, long now) {
        return pods.values().stream()
                .filter(pod -> !lag.mayHide(pod.finished() ? pod.changedAt() : pod.createdAt(), now))
                .count();
    }
}
