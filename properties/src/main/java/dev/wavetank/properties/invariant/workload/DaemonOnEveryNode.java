package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * At rest a DaemonSet has one pod on every node that it may use, and never two on one. It may use those whose labels it
 * selects and whose taints its pods tolerate, as every daemon's do those of nodes in trouble.
 */
public final class DaemonOnEveryNode implements Invariant {

    private final Map<String, DaemonSet> sets = new LinkedHashMap<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Map<String, Pod>> pods = new LinkedHashMap<>();
    private final Obstacles obstacles;

    /** With the obstacles of a run, which observe the same trace. */
    public DaemonOnEveryNode(Obstacles obstacles) {
        this.obstacles = obstacles;
    }

    @Override
    public String name() {
        return "DaemonOnEveryNode";
    }

    @Override
    public String reason() {
        return "A node without its daemon has no network, no storage or no logs, while everything else about it"
                + " looks well. A DaemonSet that chooses its nodes by an affinity is asked for no more than one pod"
                + " per node, and a pod that no scheduler has placed yet may be meant for any node.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, DaemonSet",
                "pkg/controller/daemon/daemon_controller.go (v1.32), NodeShouldRunDaemonPod");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest a DaemonSet has one pod on every node that it may use, and none on others.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, DaemonSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Pod pod) {
            OwnerReference owner = pod.metadata().controller().orElse(null);
            if (owner == null || !owner.kind().equals("DaemonSet")) {
                return;
            }
            Map<String, Pod> active = pods.computeIfAbsent(owner.uid(), missing -> new LinkedHashMap<>());
            if (deleted || !pod.isActive()) {
                active.remove(pod.uid());
            } else {
                active.put(pod.uid(), pod);
            }
        } else if (change.object() instanceof Node node) {
            nodes.put(node.metadata().name(), node);
            if (deleted) {
                nodes.remove(node.metadata().name());
            }
        } else if (change.object() instanceof DaemonSet set) {
            sets.put(set.uid(), set);
            if (deleted) {
                sets.remove(set.uid());
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (DaemonSet set : sets.values()) {
            if (!set.metadata().isDeleting()) {
                judge(set, outcomes);
            }
        }
    }

    private void judge(DaemonSet set, Outcomes outcomes) {
        Map<String, Integer> perNode = new LinkedHashMap<>();
        int unplaced = 0;
        for (Pod pod : pods.getOrDefault(set.uid(), Map.of()).values()) {
            if (pod.nodeName() == null || pod.nodeName().isEmpty()) {
                unplaced++;
            } else {
                perNode.merge(pod.nodeName(), 1, Integer::sum);
            }
        }
        DaemonNodes wanted = new DaemonNodes(set);
        int missing = 0;
        for (Node node : nodes.values()) {
            int there = perNode.getOrDefault(node.metadata().name(), 0);
            if (there > 1) {
                String seen =
                        "has " + there + " pods on node " + node.metadata().name() + ", expected one";
                if (there == 2 && DaemonNodes.mayKeepTwo(set)) {
                    outcomes.known(KnownBehaviour.SURGE_UNNOTICED, this, ObjectNames.of(set), seen);
                } else {
                    outcomes.broken(this, ObjectNames.of(set), seen);
                }
            }
            if (there > 0 && !wanted.permits(node)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(set),
                        "has a pod on node " + node.metadata().name() + ", which it does not select");
            }
            missing += there == 0 && wanted.wants(node) ? 1 : 0;
        }
        if (missing > unplaced) {
            String lack = "has no pod on " + missing + " of its " + nodes.size() + " nodes, and " + unplaced
                    + " that are not placed";
            obstacles
                    .ofPodsOf(set.uid())
                    .ifPresentOrElse(
                            why -> outcomes.unknown(this, ObjectNames.of(set) + " " + lack + "; " + why),
                            () -> outcomes.broken(this, ObjectNames.of(set), lack));
        }
    }
}
