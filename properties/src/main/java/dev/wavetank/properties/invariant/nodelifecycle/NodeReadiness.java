package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.core.Node;

/** What the condition {@code Ready} of a node says. */
final class NodeReadiness {

    private NodeReadiness() {}

    /** {@code True}, {@code False} or {@code Unknown}; the last also when there is no such condition. */
    static String of(Node node) {
        if (node.status() != null) {
            for (Node.Condition condition : node.status().conditions()) {
                if (condition.type().equals("Ready")) {
                    return condition.status();
                }
            }
        }
        return "Unknown";
    }

    /** Whether the node has reported that it is ready. */
    static boolean isReady(Node node) {
        return of(node).equals("True");
    }

    /** Whether the node controller has heard nothing of it for too long. */
    static boolean isLost(Node node) {
        return of(node).equals("Unknown");
    }
}
