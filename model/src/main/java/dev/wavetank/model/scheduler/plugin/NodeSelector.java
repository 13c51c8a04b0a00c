package dev.wavetank.model.scheduler.plugin;

import java.util.List;
import java.util.Map;

/** Keeps a pod off nodes that lack a label of its node selector; a part of Kubernetes' NodeAffinity plugin. */
public final class NodeSelector implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        Map<String, String> labels = node.node().metadata().labels();
        for (Map.Entry<String, String> wanted : pod.pod().spec().nodeSelector().entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return List.of("node(s) didn't match Pod's node affinity");
            }
        }
        return List.of();
    }
}
