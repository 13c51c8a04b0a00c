package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.cri.image.PullCounts;
import java.util.Collections;
import java.util.Map;

/**
 * The machine that a runtime works on.
 *
 * @param node name of the node
 * @param address of the node, which pods in its own network have
 * @param podCidr addresses of its pods
 * @param latencies durations of its work
 * @param disk the state that survives a crash
 * @param registry where images come from
 * @param pulls what registries remember of the pulls of all nodes
 * @param troubles what is wrong with it
 * @param processors how many operations of the runtime it can do at full speed at the same time; more share them
 * @param handlers by which its runtime can run containers, with the time in nanoseconds that each needs for a sandbox
 *     beyond that of the default
 * @param runtime the kind of its runtime
 * @param plugins the plug-ins of its pod network, by name
 * @param undoesSetUps whether its runtime disconnects a sandbox that could not be set up
 * @param network what processes of its containers find in the network
 */
public record Machine(
        String node,
        String address,
        String podCidr,
        NodeLatencies latencies,
        NodeDisk disk,
        ImageRegistry registry,
        PullCounts pulls,
        NodeTroubles troubles,
        double processors,
        Map<String, Long> handlers,
        RuntimeKind runtime,
        Map<String, CniPlugin> plugins,
        boolean undoesSetUps,
        ProcessNetwork network) {

    /** As many as the runtime can use. */
    public static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /** The only handler of a runtime that nobody has configured. */
    public static final Map<String, Long> RUNC = Collections.singletonMap("runc", 0L);

    /** Checks that there is a processor. */
    public Machine {
        if (!(processors > 0)) {
            throw new IllegalArgumentException("a machine needs processors, had " + processors);
        }
    }

    /** A machine without an address, with all processors that it can use, whose images are all public. */
    public Machine(String node, String podCidr, NodeLatencies latencies, NodeDisk disk) {
        this(
                node,
                "",
                podCidr,
                latencies,
                disk,
                ImageRegistry.PUBLIC,
                new PullCounts(),
                new NodeTroubles(),
                UNLIMITED,
                RUNC,
                RuntimeKind.CONTAINERD,
                StandardPlugins.all(),
                true,
                ProcessNetwork.NONE);
    }
}
