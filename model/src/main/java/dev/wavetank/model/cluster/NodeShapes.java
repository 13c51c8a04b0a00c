package dev.wavetank.model.cluster;

import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.NodeShape;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import java.util.TreeMap;

/** What kubelets report of nodes of a shape. */
final class NodeShapes {

    private NodeShapes() {}

    /** What pods may use. Hollow kubelets reserve nothing by themselves. */
    static Map<String, String> allocatable(ClusterSpec cluster) {
        boolean hollow = cluster.profile().has(Feature.HOLLOW_NODES);
        return hollow && cluster.shape().reserved() == null
                ? cluster.nodeCapacity()
                : cluster.shape().allocatable(cluster.nodeCapacity());
    }

    /** The labels about a node's place, as a cloud provider sets them. */
    static Map<String, String> labels(ClusterSpec cluster, int number) {
        NodeShape shape = cluster.shape();
        Map<String, String> labels = new TreeMap<>();
        put(labels, cluster.profile(), "zone", shape.zone(number));
        put(labels, cluster.profile(), "region", shape.region());
        return labels;
    }

    private static void put(Map<String, String> labels, KubernetesVersion version, String what, String value) {
        if (!value.isEmpty()) {
            String prefix = version.has(Feature.STABLE_TOPOLOGY_LABELS)
                    ? "topology.kubernetes.io/"
                    : "failure-domain.beta.kubernetes.io/";
            labels.put(prefix + what, value);
        }
    }

    /** Sizes of the images that are there from the beginning, in bytes. */
    static Map<String, Long> images(NodeShape shape) {
        Map<String, Long> sizes = new TreeMap<>();
        shape.images()
                .forEach((name, size) -> sizes.put(name, Quantity.parse(size).value()));
        return sizes;
    }
}
