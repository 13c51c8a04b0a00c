package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which changes are worth another attempt of a pod that PodTopologySpread has refused ({@code plugin.go}). */
final class SpreadHints {

    private final Constraints constraints;

    SpreadHints(Constraints constraints) {
        this.constraints = constraints;
    }

    /** Whether another pod, which has a node, counts now and did not before, or the other way round. */
    boolean byPod(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        Pod before = occurrence.before() instanceof Pod earlier ? earlier : null;
        Pod after = occurrence.after() instanceof Pod later ? later : null;
        Pod other = after == null ? before : after;
        if (other == null || !pod.pod().key().namespace().equals(other.key().namespace())) {
            return false;
        }
        List<Constraint> hard = constraints.of(pod.pod(), true);
        if (before != null && after != null) {
            return changesCount(hard, before, after);
        }
        Map<String, String> labels = other.metadata().labels();
        return hard.stream().allMatch(constraint -> constraint.counts(labels));
    }

    /** Whether a change of the pod itself may help. */
    boolean byItself(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        if (!occurrence.isAbout(pod)
                || !(occurrence.before() instanceof Pod before)
                || !(occurrence.after() instanceof Pod after)) {
            return false;
        }
        List<Constraint> hard = constraints.of(after, true);
        boolean hasNewTolerations =
                !before.spec().tolerations().equals(after.spec().tolerations());
        return hasNewTolerations && hard.stream().anyMatch(Constraint::honorsTaints)
                || changesCount(hard, before, after);
    }

    private static boolean changesCount(List<Constraint> hard, Pod before, Pod after) {
        return hard.stream()
                .anyMatch(constraint -> constraint.counts(before.metadata().labels())
                        != constraint.counts(after.metadata().labels()));
    }

    /** Whether a node that has all topology keys has come, gone, or changed its place or taints. */
    boolean byNode(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        Node before = occurrence.before() instanceof Node earlier ? earlier : null;
        Node after = occurrence.after() instanceof Node later ? later : null;
        List<String> keys = SpreadCounts.keys(constraints.of(pod.pod(), true));
        boolean counted = before != null && SpreadCounts.hasAll(before, keys);
        boolean counts = after != null && SpreadCounts.hasAll(after, keys);
        if (before == null || after == null || counted != counts) {
            return counted || counts;
        }
        return counts && (isElsewhere(before, after, keys) || !taints(before).equals(taints(after)));
    }

    private static boolean isElsewhere(Node before, Node after, List<String> keys) {
        return keys.stream()
                .anyMatch(key -> !Objects.equals(
                        before.metadata().labels().get(key),
                        after.metadata().labels().get(key)));
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }
}
