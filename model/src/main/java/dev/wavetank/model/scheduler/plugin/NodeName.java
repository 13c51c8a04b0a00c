package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/** Keeps a pod that names its node off all others. */
public final class NodeName implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        String wanted = pod.pod().nodeName();
        return wanted == null || wanted.isEmpty() || wanted.equals(node.name())
                ? List.of()
                : List.of("node(s) didn't match the requested hostname");
    }
}
