package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Live nodes that the node controller declares dead because it sees their heartbeats too late: where settings make
 * heartbeats rarer, or caches slower, than {@code --node-monitor-grace-period} allows for, that happens again and
 * again.
 */
final class LateHeartbeats {

    /** A kubelet renews its Lease, of 40 s, after a quarter of its time. */
    private static final long RENEWAL = 10 * VirtualTime.SECOND;
    /** The shortest default of any version. */
    private static final String GRACE = "40s";
    /** Until the pods of a node that looked dead are ready again, or others in their place. */
    private static final long RECOVERY = 2 * VirtualTime.MINUTE;

    private static final String GRACE_FLAG = "kube-controller-manager.node-monitor-grace-period";
    private static final String STATUS_FLAG = "kubelet.node-status-update-frequency";

    private final long latest;
    private final long grace;
    private final long recovery;
    /** From when on a node counts as alive again, by name; those that look dead have no end yet. */
    private final Map<String, Long> dead = new TreeMap<>();

    LateHeartbeats(ClusterSpec cluster) {
        Map<String, String> settings = cluster.settings();
        Delays delays = Delays.of(cluster);
        long period = Math.max(RENEWAL, VirtualTime.parse(settings.getOrDefault(STATUS_FLAG, "10s")));
        this.latest = period + delays.answer() + delays.visibility();
        this.grace = VirtualTime.parse(settings.getOrDefault(GRACE_FLAG, GRACE));
        this.recovery = RECOVERY + delays.answer() + delays.visibility();
    }

    void observe(Node node, boolean deleted, long now) {
        if (latest <= grace) {
            return;
        }
        String name = node.metadata().name();
        if (deleted) {
            dead.remove(name);
        } else if (looksDead(node)) {
            dead.put(name, Long.MAX_VALUE);
        } else {
            dead.computeIfPresent(name, (same, until) -> until == Long.MAX_VALUE ? now + recovery : until);
        }
    }

    private static boolean looksDead(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals("Ready")
                                && condition.status().equals("Unknown"));
    }

    /** Why pods are not ready, or are replaced, now. */
    Optional<String> obstacle(long now) {
        return dead.entrySet().stream()
                .filter(node -> now <= node.getValue())
                .findFirst()
                .map(node -> "node " + node.getKey() + " looked dead: a heartbeat may be seen after "
                        + VirtualTime.span(latest) + ", and the grace period is " + VirtualTime.span(grace));
    }
}
