package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.network.LinkSelector;
import java.util.List;

/** Refuses faults that hit nothing that a cluster will have. */
final class TargetCheck {

    private TargetCheck() {}

    static void check(ClusterSpec cluster, FaultPlan plan) {
        List<String> components = ComponentNames.of(cluster);
        for (Fault fault : plan.faults()) {
            if (fault instanceof ModelFault.NodeCrash crash) {
                require(components.contains(ComponentNames.kubelet(crash.node())), fault, crash.node(), nodes(cluster));
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
