package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pods of a DaemonSet by the node to which they belong.
 *
 * @param byNode in the order of the nodes' names; pods that name no node are left out
 */
record NodePods(Map<String, List<Pod>> byNode) {

    /** The given pods by node. */
    static NodePods of(List<Pod> pods) {
        Map<String, List<Pod>> byNode = new TreeMap<>();
        for (Pod pod : pods) {
            String node = DaemonPlacement.target(pod);
            if (node != null) {
                byNode.computeIfAbsent(node, missing -> new ArrayList<>()).add(pod);
            }
        }
        return new NodePods(byNode);
    }

    /** The pods of a node. */
    List<Pod> on(String node) {
        return byNode.getOrDefault(node, List.of());
    }
}
