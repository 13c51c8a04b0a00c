package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Conditions of nodes, and their values when the kubelet is silent. */
final class Conditions {

    static final String READY = "Ready";
    static final String TRUE = "True";
    static final String FALSE = "False";
    static final String UNKNOWN = "Unknown";

    /** The conditions that a kubelet reports. */
    private static final List<String> REPORTED = List.of(READY, "MemoryPressure", "DiskPressure", "PIDPressure");

    private Conditions() {}

    /** The condition of that type, or null. */
    static Node.Condition find(Node node, String type) {
        if (node.status() != null) {
            List<Node.Condition> conditions = node.status().conditions();
            for (int i = 0; i < conditions.size(); i++) {
                if (conditions.get(i).type().equals(type)) {
                    return conditions.get(i);
                }
            }
        }
        return null;
    }

    /** The readiness of the node; Unknown without a report. */
    static String readiness(Node node) {
        Node.Condition ready = find(node, READY);
        return ready == null ? UNKNOWN : ready.status();
    }

    /** The node with all reported conditions Unknown. */
    static Node unknown(Node node, Instant now) {
        List<Node.Condition> conditions = new ArrayList<>();
        if (node.status() != null) {
            for (Node.Condition condition : node.status().conditions()) {
                boolean reported = REPORTED.contains(condition.type())
                        && !condition.status().equals(UNKNOWN);
                conditions.add(reported ? silent(condition, now) : condition);
            }
        }
        Instant created = node.metadata().creationTimestamp();
        for (String type : REPORTED) {
            if (find(node, type) == null) {
                conditions.add(new Node.Condition(
                        type, UNKNOWN, created, now, "NodeStatusNeverUpdated", "Kubelet never posted node status."));
            }
        }
        Node.Status status = node.status();
        return node.withStatus(
                status == null
                        ? new Node.Status(null, null, conditions, null)
                        : new Node.Status(status.capacity(), status.allocatable(), conditions, status.other()));
    }

    private static Node.Condition silent(Node.Condition condition, Instant now) {
        return new Node.Condition(
                condition.type(),
                UNKNOWN,
                condition.lastHeartbeatTime(),
                now,
                "NodeStatusUnknown",
                "Kubelet stopped posting node status.");
    }
}
