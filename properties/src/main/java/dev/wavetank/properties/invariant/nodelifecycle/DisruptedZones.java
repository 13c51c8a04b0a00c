package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Since when most of a zone has not been ready: three nodes or more, 55 % of all ({@code ComputeZoneState}). */
final class DisruptedZones {

    private static final double UNHEALTHY = 0.55;
    private static final int FEW = 2;
    /** In a zone with more nodes, evictions go on slowly. */
    private static final int SMALL = 50;

    private final Map<String, String> zoneOfNode = new LinkedHashMap<>();
    /** Whether the nodes of a zone are ready. */
    private final Map<String, Map<String, Boolean>> readiness = new LinkedHashMap<>();

    private final Map<String, Long> since = new LinkedHashMap<>();

    void put(Node node, long now) {
        String name = node.metadata().name();
        String zone = zone(node);
        if (!zone.equals(zoneOfNode.put(name, zone))) {
            leaveZones(name, now);
        }
        Map<String, Boolean> nodes = readiness.computeIfAbsent(zone, first -> new LinkedHashMap<>());
        nodes.put(name, NodeReadiness.isReady(node));
        look(zone, nodes.values(), now);
    }

    void remove(String node, long now) {
        zoneOfNode.remove(node);
        leaveZones(node, now);
    }

    private void leaveZones(String node, long now) {
        readiness.forEach((zone, nodes) -> {
            if (nodes.remove(node) != null) {
                look(zone, nodes.values(), now);
            }
        });
    }

    private void look(String zone, Collection<Boolean> nodes, long now) {
        long unready = nodes.stream().filter(ready -> !ready).count();
        boolean isDisrupted =
                unready > FEW && unready < nodes.size() && nodes.size() <= SMALL && unready >= UNHEALTHY * nodes.size();
        if (isDisrupted) {
            since.putIfAbsent(zone, now);
        } else {
            since.remove(zone);
        }
    }

    /** Since when the zone of a node has been disrupted; negative when it is not. */
    long since(Node node) {
        return since.getOrDefault(zone(node), -1L);
    }

    private static String zone(Node node) {
        Map<String, String> labels = node.metadata().labels();
        return label(labels, "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region") + "/"
                + label(labels, "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
    }

    private static String label(Map<String, String> labels, String name, String before117) {
        return labels.getOrDefault(name, labels.getOrDefault(before117, ""));
    }
}
