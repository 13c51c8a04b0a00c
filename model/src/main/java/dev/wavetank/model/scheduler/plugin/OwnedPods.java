package dev.wavetank.model.scheduler.plugin;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** On which nodes the pods of each controller are, so that spreading them costs nothing for all other nodes. */
public final class OwnedPods {

    private final Map<String, Map<String, Share>> byOwner = new LinkedHashMap<>();

    /** How many pods of one controller are on one node. */
    static final class Share {
        private final NodeState node;
        private int pods;

        private Share(NodeState node) {
            this.node = node;
        }

        NodeState node() {
            return node;
        }

        int pods() {
            return pods;
        }
    }

    /** Counts pods of a controller in (1) or out (-1). */
    void change(String owner, NodeState node, int sign) {
        Map<String, Share> shares = byOwner.computeIfAbsent(owner, unknown -> new LinkedHashMap<>(4));
        Share share = shares.computeIfAbsent(node.name(), unknown -> new Share(node));
        share.pods += sign;
        if (share.pods == 0) {
            shares.remove(node.name());
            if (shares.isEmpty()) {
                byOwner.remove(owner);
            }
        }
    }

    /** The nodes with pods of a controller. */
    Collection<Share> of(String owner) {
        return byOwner.getOrDefault(owner, Collections.emptyMap()).values();
    }

    /** How many pods of a controller are on a node. */
    public int on(NodeState node, String owner) {
        Share share = byOwner.getOrDefault(owner, Collections.emptyMap()).get(node.name());
        return share == null ? 0 : share.pods;
    }
}
