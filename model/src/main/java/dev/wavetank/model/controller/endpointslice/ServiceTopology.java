package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Which services have hints, and whether those still fit the nodes. A crash loses this state, as in the real
 * controller; the hints themselves are in the slices.
 */
final class ServiceTopology implements Informer.Handler<Node> {

    private static final String MODE = "service.kubernetes.io/topology-mode";
    /** The name before v1.27. */
    private static final String HINTS = "service.kubernetes.io/topology-aware-hints";

    private final Informer<Node> nodes;
    private final EventRecorder events;
    private final Consumer<ObjectKey> queue;
    private final Map<ObjectKey, Map<String, Integer>> endpointsByZone = new LinkedHashMap<>();
    private ZoneShares shares;

    /** {@code queue} receives the services whose hints do not fit any more. */
    ServiceTopology(Informer<Node> nodes, EventRecorder events, Consumer<ObjectKey> queue) {
        this.nodes = nodes;
        this.events = events;
        this.queue = queue;
    }

    @Override
    public void added(Node node) {
        changed();
    }

    @Override
    public void updated(Node before, Node after) {
        if (!ZoneShares.Weight.of(before).equals(ZoneShares.Weight.of(after))) {
            changed();
        }
    }

    @Override
    public void deleted(Node last) {
        changed();
    }

    private void changed() {
        shares = null;
        List<ObjectKey> overloaded = new ArrayList<>();
        endpointsByZone.forEach((service, zones) -> {
            if (shares().isOverloaded(zones)) {
                overloaded.add(service);
            }
        });
        overloaded.forEach(queue);
    }

    /** Computed at the first use after a change of the nodes. */
    private ZoneShares shares() {
        if (shares == null) {
            shares = ZoneShares.of(nodes.all());
        }
        return shares;
    }

    /** The changes with hints, if the service wants them and they are possible; otherwise without. */
    SliceChanges hinted(Service service, SliceChanges changes) {
        ObjectKey key = service.key();
        if (!wantsHints(service)) {
            if (endpointsByZone.remove(key) != null) {
                events.warning(
                        service,
                        "TopologyAwareHintsDisabled",
                        withAddressType("Topology Aware Hints has been disabled"));
            }
            return TopologyHints.none(changes);
        }
        TopologyHints.Outcome outcome = TopologyHints.allot(changes, shares());
        if (outcome.problem() != null) {
            endpointsByZone.remove(key);
            events.warning(service, "TopologyAwareHintsDisabled", withAddressType(outcome.problem()));
        } else if (endpointsByZone.put(key, outcome.byZone()) == null) {
            events.normal(
                    service, "TopologyAwareHintsEnabled", withAddressType("Topology Aware Hints has been enabled"));
        }
        return outcome.changes();
    }

    /** Forgets a deleted service. */
    void forget(ObjectKey service) {
        endpointsByZone.remove(service);
    }

    private static boolean wantsHints(Service service) {
        Map<String, String> annotations = service.metadata().annotations();
        String mode = annotations.getOrDefault(MODE, annotations.get(HINTS));
        return "Auto".equals(mode) || "auto".equals(mode);
    }

    private static String withAddressType(String what) {
        return what + ", addressType: IPv4";
    }
}
