package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import java.util.List;

/** Keeps pods off nodes that have a taint with effect NoSchedule or NoExecute which they do not tolerate. */
public final class TaintToleration implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        if (node.node().spec() == null) {
            return List.of();
        }
        for (Node.Taint taint : node.node().spec().taints()) {
            if (!"PreferNoSchedule".equals(taint.effect()) && !tolerates(pod.pod(), taint)) {
                String value = taint.value() == null ? "" : taint.value();
                return List.of("node(s) had taint {" + taint.key() + ": " + value + "}, that the pod didn't tolerate");
            }
        }
        return List.of();
    }

    /** Whether the pod may run in spite of the taint. */
    public static boolean tolerates(Pod pod, Node.Taint taint) {
        for (PodSpec.Toleration toleration : pod.spec().tolerations()) {
            if (covers(toleration, taint)) {
                return true;
            }
        }
        return false;
    }

    private static boolean covers(PodSpec.Toleration toleration, Node.Taint taint) {
        return (isAbsent(toleration.effect()) || toleration.effect().equals(taint.effect()))
                && (isAbsent(toleration.key()) || toleration.key().equals(taint.key()))
                && ("Exists".equals(toleration.operator())
                        || !isAbsent(toleration.key())
                                && text(toleration.value()).equals(text(taint.value())));
    }

    private static boolean isAbsent(String text) {
        return text == null || text.isEmpty();
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
