package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeTaints;
import java.util.List;

/** Keeps pods off nodes that have a taint with effect NoSchedule or NoExecute which they do not tolerate. */
public final class TaintToleration implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        List<Node.Taint> taints = node.repellingTaints();
        if (taints.isEmpty()) {
            return List.of();
        }
        return NodeTaints.firstUntolerated(pod.pod().spec(), taints)
                .map(TaintToleration::reason)
                .orElse(List.of());
    }

    private static List<String> reason(Node.Taint taint) {
        String value = taint.value() == null ? "" : taint.value();
        return List.of("node(s) had taint {" + taint.key() + ": " + value + "}, that the pod didn't tolerate");
    }
}
