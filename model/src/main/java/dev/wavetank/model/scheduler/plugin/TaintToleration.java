package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import java.util.List;

/** Keeps pods off nodes that have a taint with effect NoSchedule or NoExecute which they do not tolerate. */
public final class TaintToleration implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        List<Node.Taint> taints = node.repellingTaints();
        if (taints.isEmpty()) {
            return List.of();
        }
        for (Node.Taint taint : taints) {
            if (!pod.pod().spec().tolerates(taint)) {
                String value = taint.value() == null ? "" : taint.value();
                return List.of("node(s) had taint {" + taint.key() + ": " + value + "}, that the pod didn't tolerate");
            }
        }
        return List.of();
    }
}
