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
 * The scheduler's cache of nodes and placed pods, including assumed pods: those that it has placed and not yet
 * observed as bound.
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

    /** Adds or updates a node. */
    void put(Node node) {
        NodeState state = state(node.metadata().name());
        if (state.node() == null) {
            nodes.add(state);
        }
        state.setNode(node);
    }

    /** Removes a node. Its pods stay counted until they are removed too. */
    void remove(Node node) {
        NodeState state = state(node.metadata().name());
        nodes.remove(state);
        state.setNode(null);
        dropIfUnused(state);
    }

    /** Counts a pod on a node: assumed, or bound there. A pod is counted once, on its latest node. */
    void place(PodDemand pod, String nodeName) {
        if (isPlaced(pod.pod().uid(), nodeName)) {
            return;
        }
        forget(pod.pod().uid());
        NodeState node = state(nodeName);
        node.add(pod);
        placed.put(pod.pod().uid(), new Placed(pod, node));
    }

    /** Whether a pod is counted on that node. */
    boolean isPlaced(String uid, String nodeName) {
        Placed known = placed.get(uid);
        return known != null && known.node.name().equals(nodeName);
    }

    /** Removes a pod. Returns whether it was counted. */
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
