package dev.wavetank.reports.journey;

import java.util.Set;
import java.util.TreeSet;

/**
 * The pods that were wanted at the end of a run. A percentile over those that came to a point says nothing about the
 * others.
 *
 * @param present those that existed, such as {@code pod/default/web-1}
 * @param neverCreated how many more were wanted
 * @param isStopped whether a violation has stopped the run, while some may still have been under way
 */
public record WantedPods(Set<String> present, long neverCreated, boolean isStopped) {

    /** Nothing is known of what was wanted. */
    public static final WantedPods UNKNOWN = new WantedPods(new TreeSet<>(), 0, false);

    /** How many. */
    public long count() {
        return present.size() + neverCreated;
    }

    /** How many of them never came to the end of a stage. */
    long missing(Journey journey, Stage stage) {
        long reached = journey.pods().stream()
                .filter(pod -> present.contains(pod.pod()) && pod.hasPassed(stage.to()))
                .count();
        return count() - reached;
    }
}
