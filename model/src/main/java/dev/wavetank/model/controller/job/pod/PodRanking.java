package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.pods.ActivePods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which of too many pods are deleted first: by {@link ActivePods#ORDER}; with an indexed Job, before all others, pods
 * with a duplicate or no index.
 */
public final class PodRanking {

    private PodRanking() {}

    /** The given number of pods to remove, or more when indexes are wrong. */
    public static List<Pod> victims(List<Pod> active, int atLeast) {
        List<Pod> ranked = new ArrayList<>(active);
        ranked.sort(ActivePods.ORDER);
        return new ArrayList<>(ranked.subList(0, Math.min(atLeast, ranked.size())));
    }

    /** The same for an indexed Job with indexes below {@code completions}. */
    public static List<Pod> indexedVictims(List<Pod> active, int atLeast, int completions) {
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
            same.sort(ActivePods.ORDER);
            victims.addAll(same.subList(0, same.size() - 1));
            left.add(same.get(same.size() - 1));
        }
        if (victims.size() < atLeast) {
            victims.addAll(victims(left, atLeast - victims.size()));
        }
        return victims;
    }

    /** Total restarts of all containers of unfinished pods. */
    public static int restartsOfUnfinished(List<Pod> pods) {
        int sum = 0;
        for (Pod pod : pods) {
            if (pod.status() != null && List.of("Running", "Pending").contains(pod.phase())) {
                List<Pod.ContainerStatus> all = new ArrayList<>(pod.status().initContainerStatuses());
                all.addAll(pod.status().containerStatuses());
                for (Pod.ContainerStatus container : all) {
                    sum += Defaults.zeroIfNull(container.restartCount());
                }
            }
        }
        return sum;
    }
}
