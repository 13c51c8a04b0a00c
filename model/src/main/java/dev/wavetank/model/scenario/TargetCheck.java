package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.ArrayList;
import java.util.List;

/** Refuses faults that hit nothing that a cluster will have. */
final class TargetCheck {

    private TargetCheck() {}

    /** Checks the components that faults name. */
    static void checkComponents(ClusterSpec cluster, FaultPlan plan) {
        for (FaultClause clause : plan.clauses()) {
            check(cluster, clause.fault());
        }
    }

    /**
     * Checks also who is to make the requests, and who is waited for: only where nobody can have put in
     * controllers of their own, or where it is known which.
     *
     * @param ownActors user agents of controllers of the user's own
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

    /** Whether somebody puts in the server of a webhook is not known here, so its name is taken on trust. */
    private static void check(ClusterSpec cluster, Fault fault) {
        List<String> named = new ArrayList<>(fault.components());
        named.removeIf(name -> name.startsWith(ComponentNames.WEBHOOKS));
        require(cluster, List.of(), fault, named);
        if (fault instanceof ModelFault.EtcdDiskLoss loss) {
            requireMember(ComponentNames.etcdMembers(cluster), loss);
        }
    }

    private static void require(ClusterSpec cluster, List<String> others, Fault fault, List<String> patterns) {
        List<String> names = new ArrayList<>(ComponentNames.of(cluster));
        names.addAll(others);
        for (String pattern : patterns) {
            if (names.stream().noneMatch(name -> LinkSelector.covers(pattern, name))) {
                throw new AbsentTargetException(
                        pattern,
                        "fault " + fault.kind() + " names '" + pattern
                                + "', which this cluster does not have: choose from " + choices(cluster, others));
            }
        }
    }

    /** Only a group can bear the loss of a disk. */
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
        List<String> choices = new ArrayList<>(ComponentNames.of(cluster.withNodes(0)));
        choices.addAll(others);
        if (cluster.nodes() > 0) {
            String first = ClusterSpec.nodeName(1);
            String last = ClusterSpec.nodeName(cluster.nodes());
            choices.add(ComponentNames.kubelet(first) + " to " + ComponentNames.kubelet(last));
            choices.add(ComponentNames.runtime(first) + " to " + ComponentNames.runtime(last));
        }
        return String.join(", ", choices);
    }
}
