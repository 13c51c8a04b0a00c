package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.plugin.nodes.NodeAffinity;
import dev.wavetank.model.scheduler.plugin.nodes.NodeName;
import dev.wavetank.model.scheduler.plugin.nodes.NodePorts;
import dev.wavetank.model.scheduler.plugin.resources.NodeResourcesFit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.List;

/**
 * Whether a node would take a pod as it is now, whatever the profiles say: its room, ports, labels, name and taints of
 * effect NoSchedule ({@code preCheckForNode}, {@code AdmissionCheck}).
 */
public final class NodeAdmission {

    private final List<FilterPlugin> checks;

    /** The checks of a version. */
    public NodeAdmission(KubernetesVersion version) {
        this.checks = List.of(
                new NodeResourcesFit(Collections.emptyMap(), version),
                new NodeAffinity(Collections.emptyMap(), version),
                new NodeName(version),
                new NodePorts(version));
    }

    /** Whether the node would take the pod. */
    public boolean admits(PodInfo pod, NodeInfo node) {
        CycleState state = new CycleState();
        for (FilterPlugin check : checks) {
            if (!check.filter(state, pod, node).isSuccess()) {
                return false;
            }
        }
        for (Node.Taint taint : node.repellingTaints()) {
            if ("NoSchedule".equals(taint.effect()) && !pod.pod().spec().tolerates(taint)) {
                return false;
            }
        }
        return true;
    }
}
