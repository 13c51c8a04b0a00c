package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Nodes that have only conditions, taints or labels. */
final class Nodes {

    static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

    private Nodes() {}

    static Node of(Node.Condition... conditions) {
        return named().status(new Node.Status(null, null, List.of(conditions), null))
                .build();
    }

    static Node tainted(Boolean unschedulable, List<Node.Taint> taints, Node.Condition... conditions) {
        return of(conditions).withSpec(new Node.Spec(null, unschedulable, taints, null));
    }

    static Node labelled(Map<String, String> labels) {
        Node node = of();
        return node.withMetadata(node.metadata().withLabels(labels));
    }

    /** A condition whose last heartbeat and transition were that many seconds after the start. */
    static Node.Condition condition(String type, String status, int heartbeat, int transition) {
        return new Node.Condition(
                type, status, START.plusSeconds(heartbeat), START.plusSeconds(transition), "reason", "message");
    }

    static Node.Condition condition(String type, String status) {
        return condition(type, status, 0, 0);
    }

    static NodeBuilder named() {
        return NodeBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .name("node-1")
                        .creationTimestamp(START)
                        .build());
    }
}
