package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses which pods go first when there are too many ({@code ActivePodsWithRanks} of Kubernetes 1.20):
 * unassigned, Pending, Unknown, not ready, with more related pods on their node, ready for a shorter time,
 * restarted more often, younger. Of pods that are equal in all this, the first by name goes.
 */
final class VictimRanking {

    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private VictimRanking() {}

    /**
     * The pods that are to go.
     *
     * @param active pods to choose from
     * @param related pods of all ReplicaSets with the same owner; empty for a ReplicaSet that nobody owns
     * @param count how many go
     */
    static List<Pod> victims(List<Pod> active, List<Pod> related, int count) {
        if (count >= active.size()) {
            return active;
        }
        List<Pod> ranked = new ArrayList<>(active);
        ranked.sort(order(activeByNode(related)));
        return ranked.subList(0, count);
    }

    private static Map<String, Integer> activeByNode(List<Pod> related) {
        Map<String, Integer> byNode = new LinkedHashMap<>();
        for (Pod pod : related) {
            if (pod.isActive() && isAssigned(pod)) {
                byNode.merge(pod.nodeName(), 1, Integer::sum);
            }
        }
        return byNode;
    }

    private static Comparator<Pod> order(Map<String, Integer> relatedByNode) {
        return Comparator.comparing(VictimRanking::isAssigned)
                .thenComparing(pod -> PHASES.indexOf(pod.phase()))
                .thenComparing(Pod::isReady)
                .thenComparing(pod -> -relatedByNode.getOrDefault(node(pod), 0))
                .thenComparing(VictimRanking::readySince, Comparator.reverseOrder())
                .thenComparing(pod -> -restarts(pod))
                .thenComparing(VictimRanking::created, Comparator.reverseOrder());
    }

    private static boolean isAssigned(Pod pod) {
        return !node(pod).isEmpty();
    }

    private static String node(Pod pod) {
        return pod.nodeName() == null ? "" : pod.nodeName();
    }

    /** An unknown time counts as the latest, so that such a pod goes first. */
    private static Instant readySince(Pod pod) {
        if (!pod.isReady()) {
            return Instant.MAX;
        }
        return pod.condition("Ready").map(Pod.Condition::lastTransitionTime).orElse(Instant.MAX);
    }

    private static Instant created(Pod pod) {
        Instant created = pod.metadata().creationTimestamp();
        return created == null ? Instant.MAX : created;
    }

    private static int restarts(Pod pod) {
        int most = 0;
        if (pod.status() != null) {
            for (Pod.ContainerStatus container : pod.status().containerStatuses()) {
                most = Math.max(most, Absent.toZero(container.restartCount()));
            }
        }
        return most;
    }
}
