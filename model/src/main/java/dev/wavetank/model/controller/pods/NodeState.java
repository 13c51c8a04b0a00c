package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.core.Node;
import org.jspecify.annotations.Nullable;

/** What controllers ask about nodes. */
public final class NodeState {

    /** The taint by which an administrator says that a node is down for good (KEP-2268). */
    public static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

    private NodeState() {}

    /** Whether the node reports that it is ready. */
    public static boolean isReady(@Nullable Node node) {
        return node != null
                && node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(one ->
                                one.type().equals("Ready") && one.status().equals("True"));
    }

    /** Whether an administrator has said that the node is down for good. */
    public static boolean isOutOfService(Node node) {
        return node.spec() != null
                && node.spec().taints().stream().anyMatch(one -> one.key().equals(OUT_OF_SERVICE));
    }
}
