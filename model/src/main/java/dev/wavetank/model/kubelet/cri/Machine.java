package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
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
 * @param troubles what is wrong with it
 * @param processors how many operations of the runtime it can do at full speed at the same time; more share them
 * @param plugins the plug-ins of its pod network, by name
 * @param undoesSetUps whether its runtime disconnects a sandbox that could not be set up
 */
public record Machine(
        String node,
        String address,
        String podCidr,
        NodeLatencies latencies,
        NodeDisk disk,
        ImageRegistry registry,
        NodeTroubles troubles,
        double processors,
        Map<String, CniPlugin> plugins,
        boolean undoesSetUps) {

    /** As many as the runtime can use. */
    public static final double UNLIMITED = Double.POSITIVE_INFINITY;

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
                new NodeTroubles(),
                UNLIMITED,
                StandardPlugins.all(),
                true);
    }
}
