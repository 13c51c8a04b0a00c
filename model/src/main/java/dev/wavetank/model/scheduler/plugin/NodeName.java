package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Keeps a pod that names its node off all others. */
public final class NodeName implements Filter {

    @Override
    public boolean concerns(PodDemand pod) {
        String wanted = pod.pod().nodeName();
        return wanted != null && !wanted.isEmpty();
    }

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        return !concerns(pod) || pod.pod().nodeName().equals(node.name())
                ? List.of()
                : List.of("node(s) didn't match the requested hostname");
    }
}
