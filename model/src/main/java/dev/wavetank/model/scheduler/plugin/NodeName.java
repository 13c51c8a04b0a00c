package dev.wavetank.model.scheduler.plugin;

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

/** Keeps a pod that names its node off all others. */
public final class NodeName implements EnqueueExtensions, FilterPlugin {

    @Override
    public String name() {
        return "NodeName";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        String wanted = pod.pod().nodeName();
        return wanted == null || wanted.isEmpty() || wanted.equals(node.name())
                ? Status.SUCCESS
                : Status.unresolvable("node(s) didn't match the requested hostname");
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)));
    }
}
