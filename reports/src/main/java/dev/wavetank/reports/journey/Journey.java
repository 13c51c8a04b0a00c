package dev.wavetank.reports.journey;

import java.util.Comparator;
import java.util.List;

/**
 * The journeys of all pods of a run, and the faults.
 *
 * @param pods in the order in which they first appeared
 * @param faults in the order in which they began
 */
public record Journey(List<PodJourney> pods, List<FaultSpan> faults) {

    /** Keeps copies of the lists. */
    public Journey {
        pods = List.copyOf(pods);
        faults = List.copyOf(faults);
    }

    /** How many pods became ready. */
    public long ready() {
        return pods.stream().filter(PodJourney::isReady).count();
    }

    /**
     * The slowest pods, those first that never became ready.
     *
     * @param limit how many at most
     * @param first kinds and keys of pods that come before all others
     */
    public List<PodJourney> slowest(int limit, List<String> first) {
        return pods.stream()
                .sorted(Comparator.<PodJourney, Boolean>comparing(pod -> !first.contains(pod.pod()))
                        .thenComparing(PodJourney::isReady)
                        .thenComparing(PodJourney::startup, Comparator.reverseOrder())
                        .thenComparing(PodJourney::pod))
                .limit(limit)
                .toList();
    }
}
