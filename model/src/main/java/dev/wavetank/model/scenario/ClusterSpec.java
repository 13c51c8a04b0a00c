package dev.wavetank.model.scenario;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shape of a simulated cluster.
 *
 * @param nodes how many nodes, named {@code node-1} and so on
 * @param nodeCapacity quantities of every node by resource name
 * @param profile defaults for everything else
 * @param settings values that override the profile's, by {@code component.flag}
 */
public record ClusterSpec(
        int nodes, Map<String, String> nodeCapacity, KubernetesVersion profile, Map<String, String> settings) {

    /** The setting that names the policy file of the authorization mode {@code ABAC}. */
    public static final String POLICY_FILE = "kube-apiserver.authorization-policy-file";

    /** Three nodes with 4 cores, 16 GiB and room for 110 pods each. */
    public static final ClusterSpec DEFAULT = ofNodes(3);

    /** Checks the numbers and sorts the maps. */
    public ClusterSpec {
        if (nodes < 0 || nodes > 10_000) {
            throw new IllegalArgumentException("nodes must be from 0 to 10000, was " + nodes);
        }
        nodeCapacity = Collections.unmodifiableMap(new TreeMap<>(nodeCapacity));
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** A cluster with that many nodes of the default size under the default profile. */
    public static ClusterSpec ofNodes(int nodes) {
        Map<String, String> capacity = new TreeMap<>();
        capacity.put("cpu", "4");
        capacity.put("memory", "16Gi");
        capacity.put("pods", "110");
        return new ClusterSpec(nodes, capacity, KubernetesVersion.DEFAULT, new TreeMap<>());
    }

    /** The same cluster with another number of nodes. */
    public ClusterSpec withNodes(int number) {
        return new ClusterSpec(number, nodeCapacity, profile, settings);
    }

    /** Name of the node with the given number, from 1. */
    public static String nodeName(int number) {
        return "node-" + number;
    }
}
