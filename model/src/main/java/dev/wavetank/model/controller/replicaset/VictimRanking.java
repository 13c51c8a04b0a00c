package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
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

    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final int COUNTS_RELATED_PODS = 19;
    private static final int COUNTS_COST_AND_LOGARITHMS = 22;

    private final int minorVersion;

    /** As the controller of that minor version of Kubernetes ranks. */
    VictimRanking(int minorVersion) {
        this.minorVersion = minorVersion;
    }

    /**
     * The pods that are to go.
     *
     * @param active pods to choose from
     * @param related pods of all ReplicaSets with the same owner; empty for a ReplicaSet that nobody owns
     * @param count how many go
     * @param now virtual time in nanoseconds
     */
    List<Pod> victims(List<Pod> active, List<Pod> related, int count, long now) {
        if (count >= active.size()) {
            return active;
        }
        Comparator<Pod> order = order(activeByNode(related), now);
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
        if (minorVersion < COUNTS_RELATED_PODS) {
            return byNode;
        }
        for (Pod pod : related) {
            if (pod.isActive() && isAssigned(pod)) {
                byNode.merge(pod.nodeName(), 1, Integer::sum);
            }
        }
        return byNode;
    }

    private Comparator<Pod> order(Map<String, Integer> relatedByNode, long now) {
        boolean modern = minorVersion >= COUNTS_COST_AND_LOGARITHMS;
        return Comparator.comparing(VictimRanking::isAssigned)
                .thenComparing(pod -> PHASES.indexOf(pod.phase()))
                .thenComparing(Pod::isReady)
                .thenComparing(pod -> modern ? cost(pod) : 0)
                .thenComparing(pod -> -relatedByNode.getOrDefault(node(pod), 0))
                .thenComparing(younger(VictimRanking::readySince, modern, now))
                .thenComparing(pod -> -restarts(pod))
                .thenComparing(younger(VictimRanking::created, modern, now));
    }

    private static Comparator<Pod> younger(Function<Pod, Instant> since, boolean modern, long now) {
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
            int ranks = Integer.compare(rank(first, now), rank(second, now));
            return ranks != 0 ? ranks : one.uid().compareTo(other.uid());
        };
    }

    /** The logarithm of an age; -1 for what is not in the past. */
    private static int rank(Instant since, long now) {
        long age = now - Timestamps.nanos(since);
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
