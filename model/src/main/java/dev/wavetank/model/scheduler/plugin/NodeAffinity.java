package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.nodefit.RequiredNodeAffinity;
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

/** Keeps a pod off nodes that its node selector or its required node affinity excludes. Preferences do not count. */
public final class NodeAffinity implements EnqueueExtensions, FilterPlugin {

    @Override
    public String name() {
        return "NodeAffinity";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return RequiredNodeAffinity.matches(pod.pod().spec(), node.node())
                ? Status.SUCCESS
                : Status.unresolvable("node(s) didn't match Pod's node affinity");
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_LABEL)));
    }
}
