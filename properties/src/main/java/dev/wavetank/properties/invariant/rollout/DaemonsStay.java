package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.properties.invariant.workload.DaemonNodes;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A DaemonSet takes no pod of its present template from a node on which it may stay: a taint that only keeps pods from
 * being placed, or a cordon, ends none. Pods made after the last change of the spec are of the present template.
 */
public final class DaemonsStay implements Invariant {

    private final CacheLag lag;
    private final Present<DaemonSet> sets = new Present<>(DaemonSet.class);
    /** The uids of active pods, by set and node. */
    private final Map<String, Set<String>> active = new LinkedHashMap<>();

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** Nodes as they were before their last change. */
    private final Map<String, Earlier> earlier = new LinkedHashMap<>();

    private final Map<String, Long> changed = new LinkedHashMap<>();
    private final Map<String, Long> made = new LinkedHashMap<>();
    /** What a deletion found, until the request shows which client sent it. */
    private final Map<ObjectKey, Pod> going = new LinkedHashMap<>();

    private boolean isDisturbed;

    private record Earlier(Node node, long since) {}

    /** With the age of what controllers act on. */
    public DaemonsStay(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "DaemonsStay";
    }

    @Override
    public String reason() {
        return "A drain or a cordon must not take away the node's network and storage while pods still need"
                + " them. Not judged once there was a fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, DaemonSet, Taints and tolerations; Taints and"
                        + " Tolerations: NoSchedule does not evict",
                "pkg/controller/daemon/daemon_controller.go (v1.32), NodeShouldRunDaemonPod: shouldContinueRunning");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A DaemonSet deletes no pod of its present template from a node on which it may stay.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(DaemonSet.class, Node.class, Pod.class, ApiRequest.Delete.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (isDisturbed || entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Pod victim = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.DAEMON_SET.userAgent());
            if (victim != null && isOwn && request.isWrite()) {
                judge(victim, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        KubernetesObject object = change.object();
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (object instanceof Node node) {
            String name = node.metadata().name();
            Node before = nodes.put(name, node);
            boolean isSame = before != null
                    && Objects.equals(before.spec(), node.spec())
                    && before.metadata().labels().equals(node.metadata().labels());
            if (!isSame) {
                earlier.put(name, new Earlier(before == null ? node : before, changed.getOrDefault(name, now)));
                changed.put(name, now);
            }
        } else if (object instanceof DaemonSet set) {
            boolean isSame = change.previous() instanceof DaemonSet before
                    && before.spec().equals(set.spec())
                    && before.metadata().labels().equals(set.metadata().labels());
            if (!isSame) {
                changed.put(set.uid(), now);
            }
            sets.observe(change);
        } else if (object instanceof Pod pod && sets.get(Present.controllerOf(pod)) != null) {
            if (pod.isActive() && !isGone) {
                active.computeIfAbsent(place(pod), first -> new LinkedHashSet<>())
                        .add(pod.uid());
            } else {
                leaves(pod);
            }
            if (change.change() == WatchEvent.Type.ADDED) {
                made.put(pod.uid(), now);
            }
            boolean wasStaying =
                    change.previous() instanceof Pod before && before.isActive() && before.nodeName() != null;
            if (wasStaying && !pod.isActive() && !pod.isFinished()) {
                going.put(pod.key(), pod);
            }
            if (isGone) {
                made.remove(pod.uid());
            }
        }
    }

    private void leaves(Pod pod) {
        Set<String> there = active.get(place(pod));
        if (there != null && there.remove(pod.uid()) && there.isEmpty()) {
            active.remove(place(pod));
        }
    }

    private static String place(Pod pod) {
        return Present.controllerOf(pod) + " " + pod.nodeName();
    }

    private void judge(Pod victim, long now, Outcomes outcomes) {
        DaemonSet set = sets.get(Present.controllerOf(victim));
        Node node = nodes.get(String.valueOf(victim.nodeName()));
        if (set == null || node == null) {
            return;
        }
        long since = changed.getOrDefault(set.uid(), now);
        boolean isPresent = !lag.mayHide(since, made.getOrDefault(victim.uid(), since));
        boolean isAlone = active.getOrDefault(place(victim), Set.of()).isEmpty();
        if (isPresent && isAlone && mayStay(new DaemonNodes(set), node, now)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was deleted by its DaemonSet, although it is of its present template and may stay on "
                            + victim.nodeName());
        }
    }

    /** Whether a pod may stay on a node as it is, and as a cache may still show it. */
    private boolean mayStay(DaemonNodes wanted, Node node, long now) {
        String name = node.metadata().name();
        boolean isOld = !lag.mayHide(changed.getOrDefault(name, now), now);
        Earlier before = earlier.get(name);
        boolean mayHaveStayed =
                isOld || before != null && !lag.mayHide(before.since(), now) && wanted.keepsOn(before.node());
        return mayHaveStayed && wanted.keepsOn(node);
    }
}
