package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A controller replaces pods that a kubelet rejects ever more slowly. The DaemonSet controller has a back-off of 1 s
 * that doubles; others are known not to have any ({@link KnownBehaviour#REJECTED_AT_FULL_SPEED}).
 */
public final class RejectedPodsBackOff implements Invariant {

    private static final long WINDOW = VirtualTime.MINUTE;

    /**
     * How many pods in that time, for each that is wanted on a node: thrice what a doubling back-off of 1 s permits.
     */
    private static final int REJECTED_MAX = 20;

    /** Reasons of failures that are not rejections. */
    private static final List<String> OTHER_ENDS =
            List.of("Evicted", "DeadlineExceeded", "NodeLost", "Shutdown", "Terminated", "Preempting");

    /** How many pods an owner wants on a node at most, by its uid. */
    private final Map<String, Integer> wanted = new LinkedHashMap<>();
    /** When pods of an owner were rejected by a node, by both. */
    private final Map<String, Deque<Long>> rejected = new LinkedHashMap<>();

    @Override
    public String name() {
        return "RejectedPodsBackOff";
    }

    @Override
    public String reason() {
        return "A kubelet rejects a pod that its node has no room for, or that does not suit it; such a pod"
                + " fails at once, and so does the next. Without a back-off there are hundreds of failed pods in a"
                + " minute, and the API server and etcd fill up with them.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/daemon/daemon_controller.go (v1.32), failedPodsBackoff", "kubernetes#72593");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller replaces pods that a kubelet rejects ever more slowly.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ReplicaSet.class, StatefulSet.class, DaemonSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            boolean wasRejected = change.previous() instanceof Pod before && isRejected(before);
            if (change.change() != WatchEvent.Type.DELETED && isRejected(pod) && !wasRejected) {
                pod.metadata().controller().ifPresent(owner -> judge(pod, owner, entry.time(), outcomes));
            }
        } else {
            note(change.object(), change.change() == WatchEvent.Type.DELETED);
        }
    }

    private void note(KubernetesObject object, boolean isGone) {
        @Nullable Integer most = null;
        if (object instanceof ReplicaSet set) {
            most = set.spec().replicas();
        } else if (object instanceof StatefulSet set) {
            most = set.spec().replicas();
        } else if (object instanceof DaemonSet) {
            most = 1;
        }
        if (most != null) {
            int before = wanted.getOrDefault(object.uid(), 1);
            wanted.put(object.uid(), Math.max(before, most));
            if (isGone) {
                wanted.remove(object.uid());
            }
        }
    }

    private static boolean isRejected(Pod pod) {
        return "Failed".equals(pod.status().phase())
                && pod.status().reason() != null
                && !OTHER_ENDS.contains(pod.status().reason())
                && pod.status().containerStatuses().isEmpty();
    }

    private void judge(Pod pod, OwnerReference owner, long now, Outcomes outcomes) {
        @Nullable Integer most = wanted.get(owner.uid());
        if (most == null) {
            return;
        }
        String node = Objects.requireNonNullElse(pod.nodeName(), "");
        Deque<Long> times = rejected.computeIfAbsent(owner.uid() + " " + node, first -> new ArrayDeque<>());
        times.addLast(now);
        while (now - times.getFirst() > WINDOW) {
            times.removeFirst();
        }
        if (times.size() <= REJECTED_MAX * most) {
            return;
        }
        String wrong = "is number " + times.size() + " of the pods of " + owner.kind() + " " + owner.name() + " that "
                + node + " has rejected within a minute, expected at most " + REJECTED_MAX * most;
        if (owner.kind().equals(DaemonSet.KIND)) {
            outcomes.broken(this, ObjectNames.of(pod), wrong);
        } else {
            outcomes.known(KnownBehaviour.REJECTED_AT_FULL_SPEED, this, ObjectNames.of(pod), wrong);
        }
    }
}
