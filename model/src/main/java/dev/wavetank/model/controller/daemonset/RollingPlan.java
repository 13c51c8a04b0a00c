package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The next step of a rolling update: deletes old pods while at most {@code maxUnavailable} nodes lack an available
 * pod; or, where surges are allowed, creates new pods first.
 *
 * <p>The rule of Kubernetes 1.21 and later, for all releases: earlier ones had no surges and counted a little
 * differently while pods were being deleted. Nodes are taken in the order of their names; Kubernetes takes them in
 * the order of a Go map.
 */
final class RollingPlan {

    private final PodVersion version;
    private final Map<String, List<Pod>> byNode = new TreeMap<>();
    private final NodeWork work = new NodeWork();

    /**
     * The pods of one node that are not being deleted; {@code tangled} when there are several old or several new
     * ones.
     */
    private record OnNode(Pod updated, Pod outdated, boolean tangled) {}

    /** A plan for all nodes that have or should have pods. */
    RollingPlan(PodVersion version, NodePods pods, List<String> eligible) {
        this.version = version;
        eligible.forEach(node -> byNode.put(node, List.of()));
        byNode.putAll(pods.byNode());
    }

    /** The next step within the bounds. */
    NodeWork within(Bounds bounds) {
        if (bounds.surge() == 0) {
            replace(bounds.unavailable());
        } else {
            surge(bounds.surge());
        }
        return work;
    }

    private void replace(int maxUnavailable) {
        int unavailable = 0;
        List<String> candidates = new ArrayList<>();
        for (List<Pod> pods : byNode.values()) {
            OnNode node = look(pods);
            if (node.tangled() || (node.updated() == null) == (node.outdated() == null)) {
                // NodePlan handles this node.
                unavailable++;
            } else if (node.updated() != null) {
                unavailable += version.isAvailable(node.updated()) ? 0 : 1;
            } else if (!version.isAvailable(node.outdated())) {
                work.surplus().add(name(node.outdated()));
            } else if (unavailable < maxUnavailable) {
                candidates.add(name(node.outdated()));
            }
        }
        int more = Math.min(Math.max(maxUnavailable - unavailable, 0), candidates.size());
        work.surplus().addAll(candidates.subList(0, more));
    }

    private void surge(int maxSurge) {
        int surging = 0;
        List<String> candidates = new ArrayList<>();
        for (Map.Entry<String, List<Pod>> entry : byNode.entrySet()) {
            OnNode node = look(entry.getValue());
            if (node.tangled()) {
                surging++;
            } else if (node.outdated() != null && node.updated() != null) {
                if (version.isAvailable(node.updated())) {
                    work.surplus().add(name(node.outdated()));
                } else {
                    surging++;
                }
            } else if (node.outdated() != null) {
                if (!version.isAvailable(node.outdated())) {
                    work.nodes().add(entry.getKey());
                } else if (surging < maxSurge) {
                    candidates.add(entry.getKey());
                }
            }
        }
        int more = Math.min(Math.max(maxSurge - surging, 0), candidates.size());
        work.nodes().addAll(candidates.subList(0, more));
    }

    private OnNode look(List<Pod> pods) {
        Pod updated = null;
        Pod outdated = null;
        for (Pod pod : pods) {
            if (pod.metadata().isDeleting()) {
                continue;
            }
            if (version.isUpdated(pod)) {
                if (updated != null) {
                    return new OnNode(null, null, true);
                }
                updated = pod;
            } else {
                if (outdated != null) {
                    return new OnNode(null, null, true);
                }
                outdated = pod;
            }
        }
        return new OnNode(updated, outdated, false);
    }

    private static String name(Pod pod) {
        return pod.metadata().name();
    }
}
