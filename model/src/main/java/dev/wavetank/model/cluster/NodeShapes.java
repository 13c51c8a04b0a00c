package dev.wavetank.model.cluster;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.cgroup.CpuSet;
import dev.wavetank.model.kubelet.cgroup.CpuState;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.image.ImageReference;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ImageContent;
import dev.wavetank.model.scenario.NodePool;
import dev.wavetank.model.scenario.NodeShape;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What kubelets report of nodes of a shape. */
final class NodeShapes {

    private static final String CPU = "cpu";

    private NodeShapes() {}

    /**
     * The node with the given number, from 1.
     *
     * @param getsRange whether a controller gives it the addresses of its pods
     */
    static NodeConfig config(
            ClusterSpec cluster, int number, NodeSettings settings, NodeTroubles troubles, boolean getsRange) {
        String name = cluster.nameOf(number);
        NodeConfig standard = NodeConfig.standard(name, number);
        Map<String, String> capacity = cluster.capacityOf(number);
        return new NodeConfig(
                name,
                standard.address(),
                capacity,
                withoutCores(
                        allocatable(cluster, capacity),
                        capacity,
                        settings.kubelet().cpuPolicy().reserved()),
                images(cluster.shape()),
                getsRange || leasesRange(cluster) ? "" : standard.podCidr(),
                labels(cluster, number),
                taints(cluster, number),
                settings.latencies(),
                troubles,
                settings.system(),
                new NodeVolumes(),
                new CpuState());
    }

    private static boolean leasesRange(ClusterSpec cluster) {
        return PodNetworkAddOn.of(cluster.addOns())
                .filter(PodNetworkAddOn::leasesInEtcd)
                .isPresent();
    }

    /** What pods may use. Hollow kubelets reserve nothing by themselves. */
    private static Map<String, String> allocatable(ClusterSpec cluster, Map<String, String> capacity) {
        boolean hollow = cluster.profile().has(Feature.HOLLOW_NODES);
        return hollow && cluster.shape().reserved() == null
                ? capacity
                : cluster.shape().allocatable(capacity);
    }

    /**
     * Without the cores of {@code --reserved-cpus}. Their number stands for the cores that are reserved otherwise
     * (cmd/kubelet/app/server.go, {@code run}).
     */
    private static Map<String, String> withoutCores(
            Map<String, String> allocatable, Map<String, String> capacity, CpuSet reserved) {
        String whole = capacity.get(CPU);
        if (reserved.cores().isEmpty() || whole == null) {
            return allocatable;
        }
        Quantity left = Quantity.parse(whole).minus(Quantity.of(reserved.cores().size(), QuantityFormat.DECIMAL_SI));
        Map<String, String> less = new TreeMap<>(allocatable);
        less.put(CPU, (left.signum() < 0 ? Quantity.ZERO : left).toString());
        return less;
    }

    /** The labels about a node's place, as a cloud provider sets them, and those of its pool. */
    private static Map<String, String> labels(ClusterSpec cluster, int number) {
        NodeShape shape = cluster.shape();
        Map<String, String> labels = new TreeMap<>();
        Optional<NodePool> pool = cluster.poolOf(number);
        String zone = pool.map(NodePool::zone).filter(own -> !own.isEmpty()).orElse(shape.zone(number));
        put(labels, cluster.profile(), "zone", zone);
        put(labels, cluster.profile(), "region", shape.region());
        pool.ifPresent(known -> labels.putAll(known.labels()));
        return labels;
    }

    /** The taints that a node registers with. */
    private static List<Node.Taint> taints(ClusterSpec cluster, int number) {
        return cluster.poolOf(number).map(NodePool::taints).orElse(List.of()).stream()
                .map(NodeShapes::taint)
                .toList();
    }

    private static Node.Taint taint(String text) {
        int colon = text.lastIndexOf(':');
        String[] keyAndValue = text.substring(0, colon).split("=", 2);
        String value = keyAndValue.length == 1 || keyAndValue[1].isEmpty() ? null : keyAndValue[1];
        return new Node.Taint(keyAndValue[0], value, text.substring(colon + 1), Collections.emptyMap());
    }

    private static void put(Map<String, String> labels, KubernetesVersion version, String what, String value) {
        if (!value.isEmpty()) {
            String prefix = version.has(Feature.STABLE_TOPOLOGY_LABELS)
                    ? "topology.kubernetes.io/"
                    : "failure-domain.beta.kubernetes.io/";
            labels.put(prefix + what, value);
        }
    }

    /** The images that are there from the beginning. */
    private static Map<String, List<ImageLayer>> images(NodeShape shape) {
        Map<String, List<ImageLayer>> images = new TreeMap<>();
        shape.images().forEach((written, text) -> {
            String name = ImageReference.of(written);
            images.put(name, ImageLayer.of(name, ImageFlags.layers(ImageContent.parse(text))));
        });
        return images;
    }
}
