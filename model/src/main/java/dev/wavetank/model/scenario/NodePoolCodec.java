package dev.wavetank.model.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The written form of node pools: items of the cluster's field {@code pools}. */
final class NodePoolCodec {

    static final String POOLS = "pools";

    private static final String NAME = "name";
    private static final String COUNT = "count";
    private static final String CAPACITY = "capacity";
    private static final String LABELS = "labels";
    private static final String TAINTS = "taints";
    private static final String ZONE = "zone";
    private static final String SETTINGS = "settings";

    private NodePoolCodec() {}

    static List<NodePool> read(DocumentFields cluster) {
        List<NodePool> pools = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (DocumentFields item : cluster.list(POOLS)) {
            NodePool pool = pool(item);
            item.refuseOthers();
            if (!names.add(pool.name())) {
                throw item.mistake(NAME, "there are two pools '" + pool.name() + "': give each a name of its own");
            }
            pools.add(pool);
        }
        return pools;
    }

    private static NodePool pool(DocumentFields item) {
        String name = item.text(NAME);
        int count = item.number(COUNT, 1);
        Map<String, String> capacity = item.has(CAPACITY) ? CapacityCodec.read(item.fields(CAPACITY)) : new TreeMap<>();
        Map<String, String> labels = item.texts(LABELS, new TreeMap<>());
        List<String> taints = item.has(TAINTS) ? item.words(TAINTS) : List.of();
        String zone = item.text(ZONE, "");
        Map<String, String> settings = item.texts(SETTINGS, new TreeMap<>());
        labels.forEach((key, value) -> NodeRules.label(key, value).ifPresent(wrong -> {
            throw item.mistake(LABELS, wrong);
        }));
        NodeRules.labelValue(zone).ifPresent(wrong -> {
            throw item.mistake(ZONE, wrong);
        });
        try {
            return new NodePool(name, count, capacity, labels, taints, zone, settings);
        } catch (IllegalArgumentException wrong) {
            boolean isTaint = String.valueOf(wrong.getMessage()).contains(" taint");
            throw item.mistake(isTaint ? TAINTS : NAME, wrong.getMessage());
        }
    }

    static List<Object> tree(List<NodePool> pools) {
        List<Object> tree = new ArrayList<>();
        pools.forEach(pool -> tree.add(tree(pool)));
        return tree;
    }

    private static Map<String, Object> tree(NodePool pool) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(NAME, pool.name());
        tree.put(COUNT, (long) pool.count());
        put(tree, CAPACITY, pool.capacity());
        put(tree, LABELS, pool.labels());
        if (!pool.taints().isEmpty()) {
            tree.put(TAINTS, new ArrayList<Object>(pool.taints()));
        }
        if (!pool.zone().isEmpty()) {
            tree.put(ZONE, pool.zone());
        }
        put(tree, SETTINGS, pool.settings());
        return tree;
    }

    private static void put(Map<String, Object> tree, String field, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            tree.put(field, new LinkedHashMap<String, Object>(texts));
        }
    }
}
