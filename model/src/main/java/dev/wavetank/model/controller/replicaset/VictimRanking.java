package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.pods.ActivePods;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Selects the pods to delete when there are too many ({@code ActivePodsWithRanks}): unassigned, Pending, Unknown, not
 * ready, of lower deletion cost (v1.22), with more related pods on their node (v1.19), ready for a shorter time,
 * restarted more often, younger. Of pods that are equal in all this, the first by name is deleted.
 *
 * <p>Since v1.22 ages count as equal when their logarithms to the base 2 do, and the uid decides between them.
 */
final class VictimRanking {

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private final KubernetesVersion version;

    /** The ranking of that version of Kubernetes. */
    VictimRanking(KubernetesVersion version) {
        this.version = version;
    }

    /**
     * The pods to delete.
     *
     * @param active pods to choose from
     * @param related pods of all ReplicaSets with the same owner; empty for a ReplicaSet without an owner
     * @param count how many to delete
     * @param clock reading of the component's clock
     */
    List<Pod> victims(List<Pod> active, List<Pod> related, int count, Instant clock) {
        if (count >= active.size()) {
            return active;
        }
        Comparator<Pod> order = order(activeByNode(related), clock);
        List<Pod> ranked = new ArrayList<>(active.size());
        // With ages that count as equal this is not a total order, which the library's sort may reject.
        for (Pod pod : active) {
            int low = 0;
            int high = ranked.size();
            while (low < high) {
                int middle = (low + high) / 2;
                if (order.compare(pod, ranked.get(middle)) < 0) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            ranked.add(low, pod);
        }
        return new ArrayList<>(ranked.subList(0, count));
    }

    private Map<String, Integer> activeByNode(List<Pod> related) {
        Map<String, Integer> byNode = new LinkedHashMap<>();
        if (!version.has(Feature.RELATED_PODS_RANKING)) {
            return byNode;
        }
        for (Pod pod : related) {
            if (pod.isActive() && ActivePods.isAssigned(pod)) {
                byNode.merge(pod.nodeName(), 1, Integer::sum);
            }
        }
        return byNode;
    }

    private Comparator<Pod> order(Map<String, Integer> relatedByNode, Instant clock) {
        boolean modern = version.has(Feature.POD_DELETION_COST);
        return ActivePods.BY_STAGE
                .thenComparing(pod -> modern ? cost(pod) : 0)
                .thenComparing(pod -> -relatedByNode.getOrDefault(node(pod), 0))
                .thenComparing(younger(ActivePods::readySince, modern, clock))
                .thenComparing(ActivePods.BY_RESTARTS)
                .thenComparing(younger(ActivePods::created, modern, clock));
    }

    private static Comparator<Pod> younger(Function<Pod, Instant> since, boolean modern, Instant clock) {
        Comparator<Pod> exact = Comparator.comparing(since, Comparator.reverseOrder());
        if (!modern) {
            return exact;
        }
        return (one, other) -> {
            Instant first = since.apply(one);
            Instant second = since.apply(other);
            if (first.equals(second) || first.equals(Instant.MAX) || second.equals(Instant.MAX)) {
                return exact.compare(one, other);
            }
            int ranks = Integer.compare(rank(first, clock), rank(second, clock));
            return ranks != 0 ? ranks : one.uid().compareTo(other.uid());
        };
    }

    /** The logarithm of an age; -1 for a time that is not in the past. */
    private static int rank(Instant since, Instant clock) {
        long age = Timestamps.between(since, clock);
        return age <= 0 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
    }

    /** The deletion cost; 0 when it is absent or not a 32-bit integer. */
    private static int cost(Pod pod) {
        try {
            return Integer.parseInt(pod.metadata().annotations().getOrDefault(DELETION_COST, "0"));
        } catch (NumberFormatException wrong) {
            return 0;
        }
    }

    private static String node(Pod pod) {
        return pod.nodeName() == null ? "" : pod.nodeName();
    }
}
