package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.kubelet.cri.ProcessNetwork;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.kubelet.cri.image.PullCounts;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeSystem;
import dev.wavetank.model.quantity.Quantity;
import java.util.Map;

/**
 * What settings say of a node.
 *
 * @param kubelet the flags of its kubelet
 * @param latencies durations of its work
 * @param busyProcessors how many processors one operation of its runtime keeps busy
 * @param handlers of its runtime, with the time that each needs beyond that of the default
 * @param system what it runs
 * @param networkDirectory {@code --cni-conf-dir}, a folder among the files of the scenario; empty for the standard
 *     network
 */
record NodeSettings(
        Kubelet.Settings kubelet,
        NodeLatencies latencies,
        double busyProcessors,
        Map<String, Long> handlers,
        NodeSystem system,
        String networkDirectory) {

    /**
     * The machine of a node, with its disk.
     *
     * @param pulls what registries remember of the pulls of all nodes
     * @param parts with the user's own plug-ins of the pod network
     * @param network what processes of its containers find in the network
     */
    Machine machine(NodeConfig node, NodeDisk disk, PullCounts pulls, ClusterParts parts, ProcessNetwork network) {
        return new Machine(
                node.name(),
                node.address(),
                node.podCidr(),
                node.latencies(),
                disk,
                kubelet.registry(),
                pulls,
                node.troubles(),
                parallelism(node.capacity()),
                handlers,
                RuntimeKind.of(system.runtimeVersion()),
                StandardPlugins.with(parts.networkPlugins()),
                parts.podWorkers().undoesSetUps(),
                network);
    }

    /** How many operations of its runtime a node of that capacity can do at full speed at the same time. */
    private double parallelism(Map<String, String> capacity) {
        String cpu = capacity.get("cpu");
        long milli = cpu == null ? 0 : Quantity.parse(cpu).milliValue();
        return milli > 0 && busyProcessors > 0 ? milli / 1000.0 / busyProcessors : Machine.UNLIMITED;
    }
}
