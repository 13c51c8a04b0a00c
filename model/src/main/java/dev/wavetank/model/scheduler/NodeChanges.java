package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.queue.QueueEvents;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Which changes of a node may let waiting pods be placed ({@code nodeSchedulingPropertiesChange}). */
final class NodeChanges {

    private NodeChanges() {}

    /** The events of an update: one at most before v1.31, when the first in this order counts. */
    static List<ClusterEvent> events(Node before, Node after, KubernetesVersion version) {
        List<ClusterEvent> events = new ArrayList<>(1);
        if (isCordoned(before) && !isCordoned(after)) {
            events.add(QueueEvents.NODE_SPEC_UNSCHEDULABLE_CHANGE);
        }
        if (!allocatable(before).equals(allocatable(after))) {
            events.add(QueueEvents.NODE_ALLOCATABLE_CHANGE);
        }
        if (!before.metadata().labels().equals(after.metadata().labels())) {
            events.add(QueueEvents.NODE_LABEL_CHANGE);
        }
        if (!taints(before).equals(taints(after))) {
            events.add(QueueEvents.NODE_TAINT_CHANGE);
        }
        if (!conditions(before).equals(conditions(after))) {
            events.add(QueueEvents.NODE_CONDITION_CHANGE);
        }
        if (version.has(Feature.ALL_NODE_CHANGES)) {
            if (!before.metadata().annotations().equals(after.metadata().annotations())) {
                events.add(QueueEvents.NODE_ANNOTATION_CHANGE);
            }
            return events;
        }
        return events.isEmpty() ? events : events.subList(0, 1);
    }

    private static boolean isCordoned(Node node) {
        return node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable());
    }

    private static Map<String, String> allocatable(Node node) {
        return node.status() == null ? new TreeMap<>() : node.status().allocatable();
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }

    /** The status of each condition; heartbeats do not count. */
    private static Map<String, String> conditions(Node node) {
        Map<String, String> result = new TreeMap<>();
        if (node.status() != null) {
            for (Node.Condition condition : node.status().conditions()) {
                result.put(condition.type(), Objects.requireNonNullElse(condition.status(), ""));
            }
        }
        return result;
    }
}
