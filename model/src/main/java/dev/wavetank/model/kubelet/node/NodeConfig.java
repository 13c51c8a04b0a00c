package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.cgroup.CpuState;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One node.
 *
 * @param name its name
 * @param address its address
 * @param capacity quantities by resource name, {@code pods} among them
 * @param allocatable what pods may use of it
 * @param images layers of images that are there from the beginning, by name
 * @param podCidr addresses of its pods, such as {@code 10.244.1.0/24}; empty when the cluster gives nodes none
 * @param labels its labels, without the host name's
 * @param taints that it registers with
 * @param latencies durations of its work
 * @param troubles what is wrong with it
 * @param system what it runs
 * @param volumes what is in the volumes on its disk
 * @param cores those of its containers, as its disk knows them
 */
public record NodeConfig(
        String name,
        String address,
        Map<String, String> capacity,
        Map<String, String> allocatable,
        Map<String, List<ImageLayer>> images,
        String podCidr,
        Map<String, String> labels,
        List<Node.Taint> taints,
        NodeLatencies latencies,
        NodeTroubles troubles,
        NodeSystem system,
        NodeVolumes volumes,
        CpuState cores) {

    /** Where the addresses of nodes begin, and those of their pods. */
    private static final Ipv4Range NODES = Ipv4Range.parse("172.16.0.0/12").orElseThrow();

    private static final Ipv4Range PODS = Ipv4Range.parse("10.0.0.0/8").orElseThrow();

    /** A node of whose capacity all is allocatable, without images. */
    public NodeConfig(
            String name,
            String address,
            Map<String, String> capacity,
            String podCidr,
            Map<String, String> labels,
            NodeLatencies latencies) {
        this(
                name,
                address,
                capacity,
                capacity,
                Collections.emptyMap(),
                podCidr,
                labels,
                List.of(),
                latencies,
                new NodeTroubles(),
                NodeSystem.REAL,
                new NodeVolumes(),
                new CpuState());
    }

    /** Checks that pods can be counted. */
    public NodeConfig {
        if (!capacity.containsKey("pods")) {
            throw new IllegalArgumentException(
                    "the capacity of node '" + name + "' must say how many 'pods' it takes, such as 110");
        }
    }

    /**
     * The index-th node of a cluster of equal machines: 4 cores, 8 GiB, 110 pods, with a /24 of its own.
     *
     * @param index from 0 to 65535
     */
    public static NodeConfig standard(String name, int index) {
        if (index < 0 || index > 0xFFFF) {
            throw new IllegalArgumentException("the index of a node lies between 0 and 65535, was " + index);
        }
        Map<String, String> capacity = new LinkedHashMap<>();
        capacity.put("cpu", "4");
        capacity.put("memory", "8Gi");
        capacity.put("pods", "110");
        return new NodeConfig(
                name,
                Ipv4.text(NODES.first() + (index >> 4 << 8) + 10 + (index & 15)),
                capacity,
                new Ipv4Range(PODS.first() + (index << 8), 24).toString(),
                Collections.emptyMap(),
                NodeLatencies.DEFAULT);
    }
}
