package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.core.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of all nodes by zone. Their order takes one node of each zone in turn; zones come in the order of their
 * first
 * nodes ({@code nodeTree}).
 */
final class NodeTree {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    private final Map<String, List<String>> byZone = new LinkedHashMap<>();
    private int size;

    void add(Node node) {
        byZone.computeIfAbsent(zone(node), unknown -> new ArrayList<>())
                .add(node.metadata().name());
        size++;
    }

    void remove(Node node) {
        String zone = zone(node);
        List<String> nodes = byZone.get(zone);
        if (nodes != null && nodes.remove(node.metadata().name())) {
            size--;
            if (nodes.isEmpty()) {
                byZone.remove(zone);
            }
        }
    }

    /** A node whose zone has changed goes to the end of its new zone. */
    void update(Node before, Node after) {
        if (!zone(before).equals(zone(after))) {
            remove(before);
            add(after);
        }
    }

    int size() {
        return size;
    }

    /** All names, in order. */
    List<String> list() {
        List<String> result = new ArrayList<>(size);
        List<List<String>> zones = new ArrayList<>(byZone.values());
        for (int turn = 0; result.size() < size; turn++) {
            for (List<String> zone : zones) {
                if (turn < zone.size()) {
                    result.add(zone.get(turn));
                }
            }
        }
        return result;
    }

    /** Region and zone in one text; the older labels count when the newer ones are absent ({@code GetZoneKey}). */
    private static String zone(Node node) {
        Map<String, String> labels = node.metadata().labels();
        String zone = labels.getOrDefault(ZONE, labels.getOrDefault(OLD_ZONE, ""));
        String region = labels.getOrDefault(REGION, labels.getOrDefault(OLD_REGION, ""));
        return zone.isEmpty() && region.isEmpty() ? "" : region + ":\u0000:" + zone;
    }
}
