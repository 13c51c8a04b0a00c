package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Rejects faults without a target in the cluster. */
final class TargetCheck {

    private TargetCheck() {}

    /** Checks the components that faults name. */
    static void checkComponents(ClusterSpec cluster, FaultPlan plan) {
        for (FaultClause clause : plan.clauses()) {
            check(cluster, clause.fault());
        }
    }

    /**
     * Checks also the actors of requests and anchors: only when there are no user controllers, or when they are
     * known.
     *
     * @param ownActors user agents of the user's own controllers
     */
    static void checkAll(ClusterSpec cluster, FaultClause clause, List<String> ownActors) {
        List<String> actors = new ArrayList<>(ComponentNames.actors());
        actors.addAll(ownActors);
        if (ComponentNames.schedulers(cluster).size() > 1) {
            actors.add(ComponentNames.SCHEDULER);
        }
        check(cluster, clause.fault());
        require(cluster, actors, clause.fault(), clause.fault().actors());
        if (clause.trigger() instanceof Trigger.After after) {
            require(cluster, actors, clause.fault(), List.of(after.anchor().component()));
        }
    }

    /** Whether a cluster has the components that a fault names. */
    static boolean hasTargets(ClusterSpec cluster, Fault fault) {
        try {
            check(cluster, fault);
            return true;
        } catch (AbsentTargetException absent) {
            return false;
        }
    }

    /** The servers of webhooks are not known here, so their names are not checked. */
    private static void check(ClusterSpec cluster, Fault fault) {
        List<String> named = new ArrayList<>(fault.components());
        named.removeIf(name -> name.startsWith(ComponentNames.WEBHOOKS));
        require(cluster, List.of(), fault, named);
        if (fault instanceof ModelFault.WatchExpiry expiry) {
            WatchExpiryCheck.check(cluster, expiry);
        }
        if (fault instanceof ModelFault.EtcdDiskLoss loss) {
            requireMember(ComponentNames.etcdMembers(cluster), loss);
        }
    }

    private static void require(ClusterSpec cluster, List<String> others, Fault fault, List<String> patterns) {
        List<String> names = new ArrayList<>(ComponentNames.of(cluster));
        names.addAll(others);
        for (String pattern : patterns) {
            requireNode(cluster, fault, pattern);
            if (names.stream().noneMatch(name -> LinkSelector.covers(pattern, name))) {
                throw new AbsentTargetException(
                        pattern,
                        "fault " + fault.kind() + " names '" + pattern
                                + "', which this cluster does not have: " + Suggestion.question(pattern, names)
                                + "choose from " + choices(cluster, others));
            }
        }
    }

    /** A fault of a node names the node, and not its kubelet. */
    private static void requireNode(ClusterSpec cluster, Fault fault, String component) {
        String kubelet = ComponentNames.kubelet("");
        String node = component.startsWith(kubelet) ? component.substring(kubelet.length()) : "";
        boolean named = !node.isEmpty() && !node.endsWith("*") && fault.target().startsWith(node);
        List<String> nodes = IntStream.rangeClosed(1, cluster.nodeCount())
                .mapToObj(cluster::nameOf)
                .toList();
        if (named && !nodes.contains(node)) {
            throw new AbsentTargetException(
                    component,
                    "fault " + fault.kind() + " names the node '" + node + "', which this cluster does not have: "
                            + Suggestion.question(node, nodes)
                            + (nodes.isEmpty()
                                    ? "it has no nodes"
                                    : "choose from " + nodes.get(0) + " to " + nodes.get(nodes.size() - 1)));
        }
    }

    /** Only a group tolerates the loss of a disk. */
    private static void requireMember(List<String> members, ModelFault.EtcdDiskLoss loss) {
        if (members.size() == 1) {
            throw new AbsentTargetException(
                    loss.member(),
                    "fault etcdDiskLoss takes all data from a cluster with one member of etcd: set "
                            + ComponentNames.ETCD_MEMBERS + " to 3 or more, or use etcdRestore");
        }
        if (!members.contains(loss.member())) {
            throw new AbsentTargetException(
                    loss.member(),
                    "fault etcdDiskLoss names '" + loss.member() + "', which is no member of etcd: choose from "
                            + String.join(", ", members));
        }
    }

    private static String choices(ClusterSpec cluster, List<String> others) {
        List<String> choices = new ArrayList<>(ComponentNames.withoutNodes(cluster));
        choices.addAll(others);
        // By what is on nodes, without their names: CSI drivers may be on some nodes only.
        Map<String, List<String>> onNodes = new LinkedHashMap<>();
        for (int number = 1; number <= cluster.nodeCount(); number++) {
            String node = cluster.nameOf(number);
            for (String name : ComponentNames.onNode(cluster, number)) {
                onNodes.computeIfAbsent(name.replace(node, "*"), kind -> new ArrayList<>())
                        .add(name);
            }
        }
        onNodes.values()
                .forEach(names -> choices.add(
                        names.size() == 1 ? names.get(0) : names.get(0) + " to " + names.get(names.size() - 1)));
        return String.join(", ", choices);
    }
}
