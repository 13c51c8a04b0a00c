package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import java.util.List;

/** Keeps pods off nodes that are cordoned, unless they tolerate the taint that stands for it. */
public final class NodeUnschedulable implements Filter {

    private static final Node.Taint CORDON =
            new Node.Taint("node.kubernetes.io/unschedulable", null, "NoSchedule", null);

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        return node.isCordoned() && !pod.pod().spec().tolerates(CORDON)
                ? List.of("node(s) were unschedulable")
                : List.of();
    }
}
