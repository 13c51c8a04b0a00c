package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The zones of the cluster, each with its state and its eviction queue. */
final class Zones {

    /** Of nodes without labels. */
    private static final String NOWHERE = "/";

    private final Context context;
    private final Function<String, Completion<SyncResult>> action;
    private final double rate;
    private final double secondaryRate;
    private final int largeCluster;
    private final double unhealthy;
    private final ZoneHealth health;
    private final Map<String, EvictionQueue> queues = new TreeMap<>();
    private final Map<String, ZoneState> states = new TreeMap<>();

    /** A consequence for all nodes after a check of the zones. */
    enum Disruption {
        /** Nothing. */
        AS_USUAL,
        /** All nodes of all zones are silent, so the controller itself may be partitioned: no node is evicted. */
        ALL_DISRUPTED,
        /** The full disruption is over. */
        RECOVERED
    }

    /** @param action evicts a node */
    Zones(Context context, ControllerFlags flags, ZoneHealth health, Function<String, Completion<SyncResult>> action) {
        this.context = context;
        this.health = health;
        this.action = action;
        this.rate = flags.fraction(ControllerFlag.NODE_EVICTION_RATE);
        this.secondaryRate = flags.fraction(ControllerFlag.SECONDARY_NODE_EVICTION_RATE);
        this.largeCluster = flags.number(ControllerFlag.LARGE_CLUSTER_SIZE_THRESHOLD);
        this.unhealthy = flags.fraction(ControllerFlag.UNHEALTHY_ZONE_THRESHOLD);
    }

    /** The zone of a node: region and zone by its labels; all nodes without labels share one zone. */
    static String of(Node node) {
        Map<String, String> labels = node.metadata().labels();
        String region = label(labels, "topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region");
        String zone = label(labels, "topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
        return region.isEmpty() && zone.isEmpty() ? NOWHERE : region + "/" + zone;
    }

    private static String label(Map<String, String> labels, String name, String formerName) {
        String value = labels.get(name);
        return value == null ? labels.getOrDefault(formerName, "") : value;
    }

    /** The queue of a zone. */
    EvictionQueue queue(String zone) {
        return queues.computeIfAbsent(zone, missing -> new EvictionQueue(context, rate, action));
    }

    /**
     * Checks the zones and sets their rates ({@code handleDisruption}).
     *
     * @param readiness of the nodes of every zone
     */
    Disruption look(Map<String, List<String>> readiness) {
        Map<String, ZoneState> found = new TreeMap<>();
        readiness.forEach((zone, nodes) -> found.put(zone, health.of(nodes, unhealthy)));
        states.keySet().retainAll(found.keySet());
        found.keySet().forEach(zone -> states.putIfAbsent(zone, ZoneState.INITIAL));
        boolean allWere = states.values().stream().allMatch(ZoneState.FULL_DISRUPTION::equals);
        boolean allAre = found.values().stream().allMatch(ZoneState.FULL_DISRUPTION::equals);
        if (allWere && allAre) {
            return Disruption.AS_USUAL;
        }
        if (allAre) {
            found.keySet().forEach(zone -> queue(zone).setRate(0));
            states.putAll(found);
            return Disruption.ALL_DISRUPTED;
        }
        found.forEach((zone, state) -> {
            if (allWere || states.put(zone, state) != state) {
                states.put(zone, state);
                queue(zone).setRate(rate(state, readiness.get(zone).size()));
            }
        });
        return allWere ? Disruption.RECOVERED : Disruption.AS_USUAL;
    }

    /**
     * A fully disrupted zone has the usual eviction rate; a partially disrupted one a lower rate, or 0 if it is
     * small.
     */
    private double rate(ZoneState state, int size) {
        if (state != ZoneState.PARTIAL_DISRUPTION) {
            return rate;
        }
        return size > largeCluster ? secondaryRate : 0;
    }
}
