package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The share of each zone in the cpu of the cluster, as an estimate of its share of the traffic.
 *
 * @param shares fractions by zone; empty when a node lacks its zone or its cpu, or all are in one zone
 */
record ZoneShares(Map<String, Double> shares) {

    /** Label of nodes. */
    static final String ZONE = "topology.kubernetes.io/zone";

    private static final List<String> EXCLUDED =
            List.of("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master");

    private static final ZoneShares UNKNOWN = new ZoneShares(Collections.emptyMap());

    /**
     * The relevant properties of a node.
     *
     * @param counts whether the node counts: it is ready, and not for the control plane
     * @param zone its zone; empty when it has none
     * @param cpu allocatable cpu, in thousandths
     */
    record Weight(boolean counts, String zone, long cpu) {

        static Weight of(Node node) {
            Map<String, String> labels = node.metadata().labels();
            boolean excluded = EXCLUDED.stream().anyMatch(labels::containsKey);
            boolean ready = node.status() != null
                    && node.status().conditions().stream()
                            .anyMatch(condition -> condition.type().equals("Ready")
                                    && condition.status().equals("True"));
            String cpu =
                    node.status() == null ? null : node.status().allocatable().get("cpu");
            return new Weight(
                    ready && !excluded,
                    labels.getOrDefault(ZONE, ""),
                    cpu == null ? 0 : Quantity.parse(cpu).milliValue());
        }
    }

    /** The shares in a cluster of these nodes. */
    static ZoneShares of(Collection<Node> nodes) {
        Map<String, Long> cpus = new TreeMap<>();
        long sum = 0;
        for (Node node : nodes) {
            Weight weight = Weight.of(node);
            if (!weight.counts()) {
                continue;
            }
            if (weight.zone().isEmpty() || weight.cpu() == 0) {
                return UNKNOWN;
            }
            cpus.merge(weight.zone(), weight.cpu(), Long::sum);
            sum += weight.cpu();
        }
        if (cpus.size() < 2) {
            return UNKNOWN;
        }
        Map<String, Double> shares = new TreeMap<>();
        for (Map.Entry<String, Long> zone : cpus.entrySet()) {
            shares.put(zone.getKey(), zone.getValue() / (double) sum);
        }
        return new ZoneShares(shares);
    }

    /** The minimum number of endpoints of a zone, given the total of the service, without an overload of 20 %. */
    static int least(double share, int endpoints) {
        return (int) StrictMath.ceil(share * endpoints * (1 / 1.2));
    }

    /** Whether this distribution of endpoints leaves a zone with too few of them. */
    boolean isOverloaded(Map<String, Integer> endpointsByZone) {
        if (shares.isEmpty()) {
            return true;
        }
        int all = endpointsByZone.values().stream().mapToInt(Integer::intValue).sum();
        return shares.entrySet().stream()
                .anyMatch(zone -> endpointsByZone.getOrDefault(zone.getKey(), 0) < least(zone.getValue(), all)
                        || !endpointsByZone.containsKey(zone.getKey()));
    }
}
