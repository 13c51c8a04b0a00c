package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
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
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/** Keeps pods off nodes that are cordoned, unless they tolerate the taint that stands for it. */
public final class NodeUnschedulable implements FilterPlugin, SignPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodeUnschedulable";

    private static final Node.Taint CORDON =
            new Node.Taint("node.kubernetes.io/unschedulable", null, "NoSchedule", null);

    private final Status refusal;

    /** The plug-in of a version. */
    public NodeUnschedulable(KubernetesVersion version) {
        this.refusal = Status.unresolvable(Reasons.of(version, "node(s) were unschedulable", NAME));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object sign(PodInfo pod) {
        return pod.pod().spec().tolerates(CORDON);
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return node.isCordoned() && !pod.pod().spec().tolerates(CORDON) ? refusal : Status.SUCCESS;
    }

    static boolean isCordoned(Node node) {
        return node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable());
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_TAINT),
                        (pod, occurrence) -> occurrence.after() instanceof Node after && !isCordoned(after)),
                new Interest(
                        ClusterEvent.of(Resource.UNSCHEDULED_POD, Action.UPDATE_POD_TOLERATION),
                        (pod, occurrence) -> occurrence.isAbout(pod)
                                && occurrence.after() instanceof Pod after
                                && after.spec().tolerates(CORDON)));
    }
}
