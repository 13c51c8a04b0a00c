package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeTaints;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.List;

/** Keeps pods off nodes that have a taint with effect NoSchedule or NoExecute which they do not tolerate. */
public final class TaintToleration implements EnqueueExtensions, FilterPlugin {

    @Override
    public String name() {
        return "TaintToleration";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        List<Node.Taint> taints = node.repellingTaints();
        if (taints.isEmpty()) {
            return Status.SUCCESS;
        }
        return NodeTaints.firstUntolerated(pod.pod().spec(), taints)
                .map(TaintToleration::refusal)
                .orElse(Status.SUCCESS);
    }

    private static Status refusal(Node.Taint taint) {
        String value = taint.value() == null ? "" : taint.value();
        return Status.unresolvable(
                "node(s) had taint {" + taint.key() + ": " + value + "}, that the pod didn't tolerate");
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_TAINT)));
    }
}
