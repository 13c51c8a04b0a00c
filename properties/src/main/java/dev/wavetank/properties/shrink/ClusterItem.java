package dev.wavetank.properties.shrink;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.NodeShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Something that a cluster has besides its nodes, and that may be left out.
 *
 * @param sort what it is
 * @param name of the setting or the pool, or the number of the add-on
 */
public record ClusterItem(Sort sort, String name) {

    /** Sorts of items. */
    public enum Sort {
        SETTING,
        ADD_ON,
        POOL
    }

    /** All items of a cluster. */
    public static List<ClusterItem> all(ClusterSpec cluster) {
        List<ClusterItem> all = new ArrayList<>();
        cluster.settings().keySet().forEach(name -> all.add(new ClusterItem(Sort.SETTING, name)));
        for (int i = 0; i < cluster.addOns().size(); i++) {
            all.add(new ClusterItem(Sort.ADD_ON, Integer.toString(i)));
        }
        cluster.shape().pools().forEach(pool -> all.add(new ClusterItem(Sort.POOL, pool.name())));
        return all;
    }

    /** A cluster with these of its items only. */
    public static ClusterSpec only(ClusterSpec cluster, List<ClusterItem> items) {
        Map<String, String> settings = new TreeMap<>(cluster.settings());
        settings.keySet().removeIf(name -> !items.contains(new ClusterItem(Sort.SETTING, name)));
        NodeShape shape = cluster.shape();
        NodeShape smaller = new NodeShape(
                shape.reserved(),
                shape.zones(),
                shape.region(),
                shape.images(),
                shape.staticPods(),
                shape.pools().stream()
                        .filter(pool -> items.contains(new ClusterItem(Sort.POOL, pool.name())))
                        .toList());
        return new ClusterSpec(
                cluster.nodes(),
                cluster.nodeCapacity(),
                cluster.profile(),
                settings,
                IntStream.range(0, cluster.addOns().size())
                        .filter(i -> items.contains(new ClusterItem(Sort.ADD_ON, Integer.toString(i))))
                        .mapToObj(cluster.addOns()::get)
                        .toList(),
                smaller);
    }
}
