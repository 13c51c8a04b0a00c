package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.plugin.NodeState;
import dev.wavetank.model.scheduler.plugin.OwnedPods;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scheduler's picture of nodes and placed pods, with the pods that it has placed itself but not seen bound yet.
 */
final class ClusterCache {

    private final OwnedPods owned = new OwnedPods();
    private final Map<String, NodeState> byName = new LinkedHashMap<>();
    private final List<NodeState> nodes = new ArrayList<>();
    private final Map<String, Placed> placed = new LinkedHashMap<>();

    private record Placed(PodDemand pod, NodeState node) {}

    /** All nodes that the API knows, in the order in which they appeared. */
    List<NodeState> nodes() {
        return nodes;
    }

    /** Where the pods of controllers are, the assumed ones included. */
    OwnedPods owned() {
        return owned;
    }

    /** Takes in a node or its latest state. */
    void put(Node node) {
        NodeState state = state(node.metadata().name());
        if (state.node() == null) {
            nodes.add(state);
        }
        state.setNode(node);
    }

    /** Takes out a node. Pods on it stay counted, until they go too. */
    void remove(Node node) {
        NodeState state = state(node.metadata().name());
        nodes.remove(state);
        state.setNode(null);
        dropIfUnused(state);
    }

    /** Counts a pod as placed on a node: assumed, or seen there. A pod is counted once, where it was put last. */
    void place(PodDemand pod, String nodeName) {
        if (isPlaced(pod.pod().uid(), nodeName)) {
            return;
        }
        forget(pod.pod().uid());
        NodeState node = state(nodeName);
        node.add(pod);
        placed.put(pod.pod().uid(), new Placed(pod, node));
    }

    /** Whether a pod is counted in on that node. */
    boolean isPlaced(String uid, String nodeName) {
        Placed known = placed.get(uid);
        return known != null && known.node.name().equals(nodeName);
    }

    /** Counts a pod out. Answers whether it was counted in. */
    boolean forget(String uid) {
        Placed before = placed.remove(uid);
        if (before == null) {
            return false;
        }
        before.node.remove(before.pod);
        dropIfUnused(before.node);
        return true;
    }

    private NodeState state(String name) {
        return byName.computeIfAbsent(name, unknown -> new NodeState(name, owned));
    }

    private void dropIfUnused(NodeState state) {
        if (state.node() == null && state.pods() == 0) {
            byName.remove(state.name());
        }
    }
}
