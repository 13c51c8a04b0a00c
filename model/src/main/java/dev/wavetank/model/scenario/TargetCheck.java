package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.network.LinkSelector;
import java.util.ArrayList;
import java.util.List;

/** Says which components a cluster will have, and refuses faults that hit none of them. */
final class TargetCheck {

    private TargetCheck() {}

    static void check(ClusterSpec cluster, FaultPlan plan) {
        List<String> components = components(cluster);
        for (Fault fault : plan.faults()) {
            if (fault instanceof ModelFault.NodeCrash crash) {
                require(components.contains("kubelet/" + crash.node()), fault, crash.node(), nodes(cluster));
            } else if (fault instanceof KernelFault.ComponentCrash crash) {
                require(
                        components.contains(crash.component()),
                        fault,
                        crash.component(),
                        String.join(", ", components));
            } else if (fault instanceof KernelFault.NetworkDelay delay) {
                check(fault, delay.links(), components);
            } else if (fault instanceof KernelFault.NetworkPartition partition) {
                check(fault, partition.links(), components);
            }
        }
    }

    /** The names of all components of a cluster. */
    static List<String> components(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(
                List.of("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl"));
        for (int number = 1; number <= cluster.nodes(); number++) {
            names.add("kubelet/" + ClusterSpec.nodeName(number));
            names.add("runtime/" + ClusterSpec.nodeName(number));
        }
        return names;
    }

    private static void check(Fault fault, LinkSelector links, List<String> components) {
        for (String pattern : List.of(links.one(), links.other())) {
            boolean known = components.stream().anyMatch(name -> LinkSelector.covers(pattern, name));
            require(known, fault, pattern, String.join(", ", components));
        }
    }

    private static void require(boolean known, Fault fault, String name, String choices) {
        if (!known) {
            throw new IllegalArgumentException("fault " + fault.kind() + " names '" + name
                    + "', which this cluster does not have: choose from " + choices);
        }
    }

    private static String nodes(ClusterSpec cluster) {
        return cluster.nodes() == 0
                ? "no nodes"
                : ClusterSpec.nodeName(1) + " to " + ClusterSpec.nodeName(cluster.nodes());
    }
}
