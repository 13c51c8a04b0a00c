package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import java.util.List;
import java.util.Objects;

/** Keeps a pod off nodes that its node selector or its required node affinity excludes. Preferences do not count. */
public final class NodeAffinity implements Filter {

    @Override
    public boolean concerns(PodDemand pod) {
        PodSpec spec = pod.pod().spec();
        return !spec.nodeSelector().isEmpty() || spec.affinity() != null;
    }

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        return RequiredNodeAffinity.matches(pod.pod().spec(), Objects.requireNonNull(node.node()))
                ? List.of()
                : List.of("node(s) didn't match Pod's node affinity");
    }
}
