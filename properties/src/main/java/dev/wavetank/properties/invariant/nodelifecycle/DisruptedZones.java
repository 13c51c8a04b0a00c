package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Since when most of a zone has not been ready: three nodes or more, 55 % of all ({@code ComputeZoneState}). */
final class DisruptedZones {

    private static final double UNHEALTHY = 0.55;
    private static final int FEW = 2;
    /** In a zone with more nodes, evictions go on slowly. */
    private static final int SMALL = 50;

    private final Map<String, Member> nodes = new LinkedHashMap<>();
    private final Map<String, Zone> zones = new LinkedHashMap<>();

    /** A node of a zone. */
    private record Member(String zone, boolean isReady) {

        private int unready() {
            return isReady ? 0 : 1;
        }
    }

    /** How many nodes it has, and since when most of them have not been ready: negative when they are. */
    private static final class Zone {
        private int all;
        private int unready;
        private long since = -1;

        private void count(int more, int moreUnready, long now) {
            all += more;
            unready += moreUnready;
            boolean isDisrupted = unready > FEW && unready < all && all <= SMALL && unready >= UNHEALTHY * all;
            since = !isDisrupted ? -1 : since < 0 ? now : since;
        }
    }

    void put(Node node, long now) {
        Member member = new Member(zone(node), NodeReadiness.isReady(node));
        Member before = nodes.put(node.metadata().name(), member);
        if (before != null && before.zone().equals(member.zone())) {
            zone(before).count(0, member.unready() - before.unready(), now);
        } else {
            leave(before, now);
            zone(member).count(1, member.unready(), now);
        }
    }

    void remove(String node, long now) {
        leave(nodes.remove(node), now);
    }

    private void leave(@Nullable Member member, long now) {
        if (member != null) {
            zone(member).count(-1, -member.unready(), now);
        }
    }

    private Zone zone(Member member) {
        return zones.computeIfAbsent(member.zone(), first -> new Zone());
    }

    /** Since when the zone of a node has been disrupted; negative when it is not. */
    long since(Node node) {
        Zone zone = zones.get(zone(node));
        return zone == null ? -1 : zone.since;
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
