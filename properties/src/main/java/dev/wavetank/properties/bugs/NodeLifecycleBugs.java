package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.nodelifecycle.NodeLifecycleController;
import dev.wavetank.model.controller.nodelifecycle.ZoneState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Bugs that the node lifecycle controller had, put into today's. */
final class NodeLifecycleBugs {

    private NodeLifecycleBugs() {}

    /** What each of them changes, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>();
        changes.put(
                "mass-eviction",
                parts -> parts.withController(
                        KubernetesController.NODE_LIFECYCLE.label(),
                        environment ->
                                new NodeLifecycleController(environment, (readiness, unhealthy) -> ZoneState.NORMAL)));
        return changes;
    }
}
