package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cgroup.CgroupDriver;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.podnetwork.RouteTable;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of one node: its disk, and the latest incarnations of its runtime and its kubelet. */
final class NodeParts {

    private final NodeConfig config;
    private final NodeDisk disk;
    private final Kubelet.Settings settings;
    /** In the memory of the machine's kernel. */
    private final RouteTable routes = new RouteTable();

    private ContainerRuntime runtime;
    private Kubelet kubelet;

    NodeParts(NodeConfig config, NodeDisk disk, Kubelet.Settings settings) {
        this.config = config;
        this.disk = disk;
        this.settings = settings;
    }

    ContainerRuntime of(ContainerRuntime incarnation) {
        routes.clear();
        runtime = incarnation;
        return incarnation;
    }

    Kubelet of(Kubelet incarnation) {
        kubelet = incarnation;
        return incarnation;
    }

    /** The routes to pods of other nodes. */
    RouteTable routes() {
        return routes;
    }

    /** The devices of the pod network. */
    NodeNetwork network() {
        return runtime.network();
    }

    /** Why a connection to a pod is refused; empty when somebody accepts it. */
    Optional<String> refusal(String ip, int port) {
        return runtime.refusal(ip, port);
    }

    /** What becomes of a connection to a pod now. */
    Attempt attempt(String ip, int port) {
        return runtime.attempt(ip, port);
    }

    /** The files of the pod network. */
    NetworkDisk networkDisk() {
        return disk.network();
    }

    /** Whether a sandbox of a pod is on the disk. */
    boolean keeps(ObjectKey pod) {
        return disk.holds(pod);
    }

    /** The sandboxes, also dead ones. */
    List<RuntimePod> sandboxes() {
        return runtime.pods();
    }

    /** What is on the node; of a process that is down nothing is in memory. */
    NodeView view(boolean kubeletRuns, boolean machineRuns) {
        CgroupVersion hierarchy = settings.version().has(Feature.CGROUPS_V2) ? CgroupVersion.V2 : CgroupVersion.V1;
        List<RuntimePod> sandboxes = machineRuns ? runtime.pods() : List.of();
        List<NodeView.PodView> pods = kubeletRuns && machineRuns ? kubelet.pods() : List.of();
        return new NodeView(
                config.name(),
                new NodeView.Machine(config.capacity(), hierarchy, CgroupDriver.CGROUPFS),
                kubeletRuns,
                machineRuns,
                pods,
                sandboxes,
                disk.images().images());
    }

    /** @throws IllegalArgumentException when there is no such node, with the one that may be meant */
    static NodeParts find(Map<String, NodeParts> nodes, String name) {
        NodeParts found = nodes.get(name);
        if (found != null) {
            return found;
        }
        throw new IllegalArgumentException(NodeNames.unknown(name, List.copyOf(nodes.keySet())));
    }
}
