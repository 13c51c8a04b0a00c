package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of too many pods go first: those in earlier stages of their lives ({@code controller.ActivePods}); of an
 * indexed Job, before all others, those whose index is taken twice or is none.
 */
final class PodRanking {

    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private static final Comparator<Pod> ORDER = Comparator.<Pod, Boolean>comparing(
                    pod -> pod.nodeName() != null && !pod.nodeName().isEmpty())
            .thenComparing(pod -> PHASES.indexOf(pod.phase()))
            .thenComparing(Pod::isReady)
            .thenComparing(PodRanking::readySince, Comparator.reverseOrder())
            .thenComparing(pod -> -restarts(pod))
            .thenComparing(pod -> pod.metadata().creationTimestamp(), Comparator.reverseOrder());

    private PodRanking() {}

    /** So many pods to remove, or more when indexes are wrong. */
    static List<Pod> victims(List<Pod> active, int atLeast) {
        List<Pod> ranked = new ArrayList<>(active);
        ranked.sort(ORDER);
        return new ArrayList<>(ranked.subList(0, Math.min(atLeast, ranked.size())));
    }

    /** The same for an indexed Job with indexes below {@code completions}. */
    static List<Pod> indexedVictims(List<Pod> active, int atLeast, int completions) {
        Map<Integer, List<Pod>> byIndex = new TreeMap<>();
        List<Pod> victims = new ArrayList<>();
        List<Pod> left = new ArrayList<>();
        for (Pod pod : active) {
            int index = Indexes.of(pod, completions);
            if (index == Indexes.UNKNOWN) {
                victims.add(pod);
            } else {
                byIndex.computeIfAbsent(index, missing -> new ArrayList<>()).add(pod);
            }
        }
        for (List<Pod> same : byIndex.values()) {
            same.sort(ORDER);
            victims.addAll(same.subList(0, same.size() - 1));
            left.add(same.get(same.size() - 1));
        }
        if (victims.size() < atLeast) {
            victims.addAll(victims(left, atLeast - victims.size()));
        }
        return victims;
    }

    /** Restarts of all containers together, of pods that have not ended. */
    static int restartsOfUnfinished(List<Pod> pods) {
        int sum = 0;
        for (Pod pod : pods) {
            if (pod.status() != null && List.of("Running", "Pending").contains(pod.phase())) {
                List<Pod.ContainerStatus> all = new ArrayList<>(pod.status().initContainerStatuses());
                all.addAll(pod.status().containerStatuses());
                for (Pod.ContainerStatus container : all) {
                    sum += Absent.toZero(container.restartCount());
                }
            }
        }
        return sum;
    }

    /** An unknown time counts as the latest, so that such a pod goes first. */
    private static Instant readySince(Pod pod) {
        return pod.isReady()
                ? pod.condition("Ready").map(Pod.Condition::lastTransitionTime).orElse(Instant.MAX)
                : Instant.MAX;
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
