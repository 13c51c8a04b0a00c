package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.nodefit.HostPorts;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a DaemonSet wants. While the controller itself places pods, a node without room for one gets none, and
 * an Event says so; nothing looks again when there is room, except at the next change of the set, of its pods or of the
 * node ({@code nodeShouldRunDaemonPod}, pkg/controller/daemon/daemon_controller.go v1.8).
 */
final class NodeEligibility {

    private final EventRecorder recorder;
    /** Null when it is the scheduler that places pods. */
    private final @Nullable Index<Pod> byNode;

    NodeEligibility(Informer<Pod> pods, EventRecorder recorder, KubernetesVersion version) {
        this.recorder = recorder;
        this.byNode = version.has(Feature.DAEMON_SET_BY_SCHEDULER)
                ? null
                : pods.index(pod -> Objects.requireNonNullElse(pod.nodeName(), ""));
    }

    /** Whether the node is eligible for the DaemonSet. */
    DaemonPlacement.Fit fit(DaemonSet set, Node node) {
        DaemonPlacement.Fit fit = DaemonPlacement.fit(set, node);
        return byNode == null || !fit.shouldRun() || node.status() == null ? fit : withRoom(set, node, fit);
    }

    private DaemonPlacement.Fit withRoom(DaemonSet set, Node node, DaemonPlacement.Fit fit) {
        PodSpec spec = set.spec().template().spec();
        List<Container.Port> ports = new ArrayList<>();
        ResourceAmounts used = ResourceAmounts.NONE;
        List<Pod> others = others(set, node);
        for (Pod other : others) {
            ports.addAll(HostPorts.of(other.spec()));
            used = used.plus(ResourceAmounts.requestedBy(other.spec()));
        }
        if (HostPorts.areInConflict(HostPorts.of(spec), ports)) {
            return DaemonPlacement.Fit.NONE;
        }
        List<ResourceFit.Insufficient> lacking = ResourceFit.lacking(
                ResourceAmounts.requestedBy(spec),
                others.size(),
                used,
                ResourceAmounts.of(node.status().allocatable()));
        for (ResourceFit.Insufficient lack : lacking) {
            recorder.warning(
                    set,
                    "FailedPlacement",
                    "failed to place pod on \"" + node.metadata().name() + "\": " + lack.text());
        }
        return lacking.isEmpty() ? fit : new DaemonPlacement.Fit(true, false, fit.mayStay());
    }

    private List<Pod> others(DaemonSet set, Node node) {
        List<Pod> others = new ArrayList<>();
        for (Pod pod : Objects.requireNonNull(byNode).find(node.metadata().name())) {
            String owner = pod.metadata().controller().map(OwnerReference::uid).orElse("");
            if (!pod.isFinished() && !owner.equals(set.uid())) {
                others.add(pod);
            }
        }
        return others;
    }
}
