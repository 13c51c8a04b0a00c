package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.HostPorts;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/** Keeps pods off nodes where others have bound a port that they want. */
public final class NodePorts implements PreFilterPlugin, FilterPlugin, SignPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodePorts";

    private final Status refusal;

    /** The plug-in of a version. */
    public NodePorts(KubernetesVersion version) {
        this.refusal = Status.unschedulable(
                Reasons.of(version, "node(s) didn't have free ports for the requested pod ports", "PodFitsHostPorts"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object sign(PodInfo pod) {
        return pod.hostPorts();
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        return pod.hostPorts().isEmpty() ? Status.SKIP : Status.SUCCESS;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return HostPorts.areInConflict(pod.hostPorts(), node.hostPorts()) ? refusal : Status.SUCCESS;
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE),
                        (pod, occurrence) -> occurrence.before() instanceof Pod gone
                                && HostPorts.areInConflict(pod.hostPorts(), HostPorts.of(gone.spec()))),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)));
    }
}
