package dev.wavetank.properties.invariant.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * At rest every pod that waits for a scheduler is in exactly one of its queues: active, in back-off, unschedulable or
 * gated; or it is being placed; or it is bound, and the scheduler has not seen that yet. Pods that are being deleted
 * may be in none.
 */
public final class QueuedOnce implements Invariant {

    private final Supplier<List<SchedulerView>> schedulers;
    private final Settled settled;
    /** Whether a failed attempt leaves a pod alone that was bound meanwhile. */
    private final boolean leavesAssigned;

    /**
     * Of the schedulers of a cluster.
     *
     * @param lag age of what a scheduler may act on
     * @param version before v1.21, a failed attempt put a pod back although it was bound: such pods are not judged
     */
    public QueuedOnce(CacheLag lag, KubernetesVersion version, Supplier<List<SchedulerView>> schedulers) {
        this.leavesAssigned = version.has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
        this.settled = new Settled(lag);
        this.schedulers = schedulers;
    }

    @Override
    public String name() {
        return "QueuedOnce";
    }

    @Override
    public String reason() {
        return "A pod that is in no queue waits for ever, whatever room there is; one that is in two is tried"
                + " twice, and the second binding fails. Before v1.21 a failed attempt put a pod back although it"
                + " was bound: such pods are not judged in those versions.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/scheduler/backend/queue/scheduling_queue.go (v1.32), PriorityQueue");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every pod that waits for a scheduler is in exactly one of its queues, and no other pod is.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ComponentTrace.Started.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        settled.observe(entry);
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (SchedulerView scheduler : schedulers.get()) {
            judge(scheduler, now, outcomes);
        }
    }

    private void judge(SchedulerView scheduler, long now, Outcomes outcomes) {
        Map<String, List<String>> queues = scheduler.queues();
        Set<String> waiting = new LinkedHashSet<>();
        for (Pod pod : scheduler.pods()) {
            if (!isWaiting(pod) || !scheduler.isResponsible(pod)) {
                if (!leavesAssigned) {
                    waiting.add(pod.uid());
                }
                continue;
            }
            waiting.add(pod.uid());
            List<String> places = queues.getOrDefault(pod.uid(), List.of());
            int allowed = pod.metadata().isDeleting() || scheduler.assumes(pod.uid()) ? 0 : 1;
            if ((places.size() < allowed || places.size() > 1) && settled.holds(pod.uid(), now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "waits for " + scheduler.name() + ", and is in "
                                + (places.isEmpty() ? "none of its queues" : "several: " + String.join(", ", places)));
            }
        }
        queues.forEach((uid, places) -> {
            if (!waiting.contains(uid) && !places.contains("being placed") && settled.holds(uid, now)) {
                outcomes.broken(
                        this,
                        "pod/" + uid,
                        "does not wait for " + scheduler.name() + ", and is in its queue: " + places.get(0));
            }
        });
    }

    private static boolean isWaiting(Pod pod) {
        return (pod.nodeName() == null || pod.nodeName().isEmpty()) && !pod.isFinished();
    }
}
