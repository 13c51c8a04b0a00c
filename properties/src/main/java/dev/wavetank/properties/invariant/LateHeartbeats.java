package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.node.HeartbeatSettings;
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

    /** Until the pods of a node that looked dead are ready again, or others in their place. */
    private static final long RECOVERY = 2 * VirtualTime.MINUTE;

    private static final String STATUS_FLAG = "kubelet.node-status-update-frequency";
    private static final String LEASE_FLAG = "kubelet.node-lease-duration";

    private final long latest;
    private final long grace;
    private final long recovery;
    /** From when on a node counts as alive again, by name; those that look dead have no end yet. */
    private final Map<String, Long> dead = new TreeMap<>();

    LateHeartbeats(ClusterSpec cluster) {
        Map<String, String> settings = cluster.settings();
        Delays delays = Delays.of(cluster);
        HeartbeatSettings standard = HeartbeatSettings.of(cluster.profile());
        long lease = span(settings, LEASE_FLAG, standard.leaseDuration());
        long period = lease > 0
                ? (long) (lease / 4 * (1 + standard.jitter()))
                : span(settings, STATUS_FLAG, standard.statusUpdate());
        this.latest = period + delays.answer() + delays.visibility();
        this.grace = Delays.ofNodeMonitor(cluster);
        this.recovery = RECOVERY + delays.answer() + delays.visibility();
    }

    private static long span(Map<String, String> settings, String flag, long standard) {
        String value = settings.get(flag);
        return value == null ? standard : VirtualTime.parse(value);
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
