package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.time.Instant;
import java.util.List;

/**
 * A node on which a pod would fit without its victims.
 *
 * @param node the node
 * @param victims pods that have to go, at least one; first those that a disruption budget protects, each part
 *     from the most
 *     important one on
 * @param violations how many of them a budget protects
 */
record Candidate(NodeInfo node, List<PodInfo> victims, int violations) {

    int highestPriority() {
        int highest = Integer.MIN_VALUE;
        for (PodInfo victim : victims) {
            highest = Math.max(highest, victim.priority());
        }
        return highest;
    }

    /** Priorities are shifted to be positive, so that fewer pods normally make a smaller sum. */
    long sumOfPriorities() {
        long sum = 0;
        for (PodInfo victim : victims) {
            sum += (long) victim.priority() + Integer.MAX_VALUE + 1;
        }
        return sum;
    }

    /** Earliest start among the victims with the highest priority ({@code GetEarliestPodStartTime}). */
    Instant earliestStart(Instant now) {
        Instant earliest = null;
        for (PodInfo victim : victims) {
            if (victim.priority() == highestPriority()) {
                Instant start = Importance.start(victim, now);
                earliest = earliest == null || start.isBefore(earliest) ? start : earliest;
            }
        }
        return earliest == null ? now : earliest;
    }
}
