package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/** Keeps a pod that names its node off all others. */
public final class NodeName implements FilterPlugin, SignPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodeName";

    private final Status refusal;

    /** The plug-in of a version. */
    public NodeName(KubernetesVersion version) {
        String wanted = version.has(Feature.NODE_NAME_TEXT) ? "node name" : "hostname";
        this.refusal =
                Status.unresolvable(Reasons.of(version, "node(s) didn't match the requested " + wanted, "HostName"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object sign(PodInfo pod) {
        String wanted = pod.pod().nodeName();
        return wanted == null ? "" : wanted;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        String wanted = pod.pod().nodeName();
        return wanted == null || wanted.isEmpty() || wanted.equals(node.name()) ? Status.SUCCESS : refusal;
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)));
    }
}
