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
 * Chooses which pods go first when there are too many ({@code ActivePodsWithRanks}): unassigned, Pending, Unknown,
 * not ready, of lower deletion cost (v1.22), with more related pods on their node (v1.19), ready for a shorter time,
 * restarted more often, younger. Of pods that are equal in all this, the first by name goes.
 *
 * <p>Since v1.22 ages count as equal when their logarithms to the base 2 do, and the uid decides between them.
 */
final class VictimRanking {

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private final KubernetesVersion version;

    /** As the controller of that version of Kubernetes ranks. */
    VictimRanking(KubernetesVersion version) {
        this.version = version;
    }

    /**
     * The pods that are to go.
     *
     * @param active pods to choose from
     * @param related pods of all ReplicaSets with the same owner; empty for a ReplicaSet that nobody owns
     * @param count how many go
     * @param clock what the component's clock shows
     */
    List<Pod> victims(List<Pod> active, List<Pod> related, int count, Instant clock) {
        if (count >= active.size()) {
            return active;
        }
        Comparator<Pod> order = order(activeByNode(related), clock);
        List<Pod> ranked = new ArrayList<>(active.size());
        // Ages that count as equal make this order no total one, which sorting methods of the library may refuse.
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

    /** The logarithm of an age; -1 for what is not in the past. */
    private static int rank(Instant since, Instant clock) {
        long age = Timestamps.between(since, clock);
        return age <= 0 ? -1 : Long.SIZE - 1 - Long.numberOfLeadingZeros(age);
    }

    /** 0 when there is none, or it is no whole number of 32 bits. */
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
