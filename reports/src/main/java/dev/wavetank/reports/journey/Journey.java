package dev.wavetank.reports.journey;

import java.util.List;

/**
 * Where every pod of a run went, and what went wrong meanwhile.
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
}
