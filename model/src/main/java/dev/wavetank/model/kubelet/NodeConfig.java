package dev.wavetank.model.kubelet;

import dev.wavetank.model.kubelet.cri.NodeLatencies;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One node.
 *
 * @param name its name
 * @param address its address
 * @param capacity quantities by resource name, {@code pods} among them; all of it is allocatable
 * @param podCidr addresses of its pods, such as {@code 10.244.1.0/24}
 * @param labels its labels, without the host name's
 * @param latencies how long its work takes
 */
public record NodeConfig(
        String name,
        String address,
        Map<String, String> capacity,
        String podCidr,
        Map<String, String> labels,
        NodeLatencies latencies) {

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
        String middle = (index >> 8) + "." + (index & 255);
        return new NodeConfig(
                name,
                "172." + (16 + (index >> 12)) + "." + (index >> 4 & 255) + "." + (10 + (index & 15)),
                capacity,
                "10." + middle + ".0/24",
                Collections.emptyMap(),
                NodeLatencies.DEFAULT);
    }
}
