package dev.wavetank.model.scenario;

import dev.wavetank.model.quantity.Quantity;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes of a cluster have besides their capacity.
 *
 * @param reserved what pods may not use, by resource name: an amount, or a percentage such as {@code 10%}
 *     ({@code --kube-reserved}, {@code --system-reserved} and {@code --eviction-hard} together); null for what a
 *     kubelet has by default
 * @param zones of which the nodes are in one after the other; empty when nodes have no zone
 * @param region in which all of them are; empty for none
 * @param images that are on every node from the beginning, with their {@linkplain ImageContent sizes or layers}
 * @param staticPods manifests of pods that kubelets run without the API
 * @param pools nodes that are not like the others
 */
public record NodeShape(
        @Nullable Map<String, String> reserved,
        List<String> zones,
        String region,
        Map<String, String> images,
        List<StaticManifest> staticPods,
        List<NodePool> pools) {

    /** Nodes without zones and images. */
    public static final NodeShape DEFAULT =
            new NodeShape(null, List.of(), "", Collections.emptyMap(), List.of(), List.of());

    /** Free memory and disk at which a kubelet evicts pods ({@code evictionHard} of its defaults). */
    private static final Map<String, String> KUBELET = kubelet();

    private static Map<String, String> kubelet() {
        Map<String, String> reserved = new TreeMap<>();
        reserved.put("ephemeral-storage", "10%");
        reserved.put("memory", "100Mi");
        return Collections.unmodifiableMap(reserved);
    }

    /** Keeps copies, and checks the amounts. */
    public NodeShape {
        reserved = reserved == null ? null : Collections.unmodifiableMap(new TreeMap<>(reserved));
        zones = List.copyOf(zones);
        staticPods = List.copyOf(staticPods);
        pools = List.copyOf(pools);
        images = Collections.unmodifiableMap(new TreeMap<>(images));
        if (reserved != null) {
            reserved.values().forEach(NodeShape::check);
        }
        ImageContent.check(images.values().stream().map(ImageContent::parse).toList());
    }

    private static void check(String amount) {
        Quantity.parse(amount.endsWith("%") ? amount.substring(0, amount.length() - 1) : amount);
    }

    /** What pods may use of a capacity. */
    public Map<String, String> allocatable(Map<String, String> capacity) {
        Map<String, String> allocatable = new TreeMap<>(capacity);
        (reserved == null ? KUBELET : reserved).forEach((resource, kept) -> {
            String whole = capacity.get(resource);
            if (whole != null) {
                allocatable.put(resource, without(Quantity.parse(whole), kept).toString());
            }
        });
        return allocatable;
    }

    private static Quantity without(Quantity whole, String kept) {
        Quantity left = whole.minus(amount(whole, kept));
        return left.signum() < 0 ? Quantity.ZERO : left;
    }

    private static Quantity amount(Quantity whole, String kept) {
        if (!kept.endsWith("%")) {
            return Quantity.parse(kept);
        }
        Quantity percent = Quantity.parse(kept.substring(0, kept.length() - 1));
        long part = whole.amount()
                .multiply(percent.amount())
                .movePointLeft(2)
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
        return Quantity.of(part, whole.format());
    }

    /** The zone of a node; empty when it has none. {@code number} counts from 1. */
    public String zone(int number) {
        return zones.isEmpty() ? "" : zones.get((number - 1) % zones.size());
    }
}
