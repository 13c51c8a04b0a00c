package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs that connections between components had, put into today's. */
final class ConnectionBugs {

    /** How long TCP sends again what is not acknowledged ({@code net.ipv4.tcp_retries2}). */
    private static final long RETRANSMISSIONS = 15 * VirtualTime.MINUTE;

    private ConnectionBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put("dead-connections", parts -> parts.withKeepAlive(RETRANSMISSIONS));
        return changes;
    }
}
