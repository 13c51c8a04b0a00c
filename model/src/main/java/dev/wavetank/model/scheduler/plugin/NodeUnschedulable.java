package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
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

/** Keeps pods off nodes that are cordoned, unless they tolerate the taint that stands for it. */
public final class NodeUnschedulable implements EnqueueExtensions, FilterPlugin {

    private static final Node.Taint CORDON =
            new Node.Taint("node.kubernetes.io/unschedulable", null, "NoSchedule", null);

    @Override
    public String name() {
        return "NodeUnschedulable";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        Node.Spec spec = node.node().spec();
        return spec != null
                        && Boolean.TRUE.equals(spec.unschedulable())
                        && !pod.pod().spec().tolerates(CORDON)
                ? Status.unresolvable("node(s) were unschedulable")
                : Status.SUCCESS;
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_TAINT)));
    }
}
