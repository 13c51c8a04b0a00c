package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.fault.Window;
import dev.wavetank.sim.network.LinkSelector;
import java.util.LinkedHashMap;
import java.util.Map;

/** The written form of one fault: {@code kind}, {@code at}, {@code for}, and what the kind needs. */
final class FaultFields {

    private static final String KINDS = "containerExit, readinessFlap, nodeCrash, quotaRejection, networkDelay, "
            + "networkPartition, componentCrash";

    private FaultFields() {}

    static Fault read(DocumentFields fields) {
        String kind = fields.text("kind");
        Window window = window(fields);
        Fault fault = switch (kind) {
            case "containerExit" -> new ModelFault.ContainerExit(pod(fields), fields.number("exitCode", 1), window);
            case "readinessFlap" -> new ModelFault.ReadinessFlap(pod(fields), window);
            case "nodeCrash" -> new ModelFault.NodeCrash(fields.text("node"), window);
            case "quotaRejection" -> new ModelFault.QuotaRejection(fields.text("namespace", "default"), window);
            case "networkDelay" -> new KernelFault.NetworkDelay(links(fields), fields.span("delay"), window);
            case "networkPartition" -> new KernelFault.NetworkPartition(links(fields), window);
            case "componentCrash" -> new KernelFault.ComponentCrash(fields.text("component"), window);
            default -> throw fields.mistake("kind", "no such kind of fault '" + kind + "': use " + KINDS);
        };
        fields.refuseOthers();
        return fault;
    }

    private static Window window(DocumentFields fields) {
        try {
            return new Window(fields.span("at"), fields.span("for"));
        } catch (IllegalArgumentException impossible) {
            throw fields.mistake("for", impossible.getMessage());
        }
    }

    static Map<String, Object> write(Fault fault) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", fault.kind());
        tree.put("at", VirtualTime.span(fault.window().opens()));
        tree.put("for", VirtualTime.span(fault.window().length()));
        if (fault instanceof ModelFault.ContainerExit exit) {
            pod(tree, exit.pod());
            tree.put("exitCode", (long) exit.exitCode());
        } else if (fault instanceof ModelFault.ReadinessFlap flap) {
            pod(tree, flap.pod());
        } else if (fault instanceof ModelFault.NodeCrash crash) {
            tree.put("node", crash.node());
        } else if (fault instanceof ModelFault.QuotaRejection rejection) {
            tree.put("namespace", rejection.namespace());
        } else if (fault instanceof KernelFault.NetworkDelay delay) {
            links(tree, delay.links());
            tree.put("delay", VirtualTime.span(delay.delay()));
        } else if (fault instanceof KernelFault.NetworkPartition partition) {
            links(tree, partition.links());
        } else if (fault instanceof KernelFault.ComponentCrash crash) {
            tree.put("component", crash.component());
        } else {
            throw new AssertionError("no written form for " + fault.kind());
        }
        return tree;
    }

    private static PodTarget pod(DocumentFields fields) {
        return new PodTarget(
                fields.text("namespace", "default"), fields.text("podPrefix", ""), fields.number("podIndex", 0));
    }

    private static void pod(Map<String, Object> tree, PodTarget pod) {
        tree.put("namespace", pod.namespace());
        tree.put("podPrefix", pod.prefix());
        tree.put("podIndex", (long) pod.index());
    }

    private static LinkSelector links(DocumentFields fields) {
        return new LinkSelector(fields.text("between"), fields.text("and"));
    }

    private static void links(Map<String, Object> tree, LinkSelector links) {
        tree.put("between", links.one());
        tree.put("and", links.other());
    }
}
