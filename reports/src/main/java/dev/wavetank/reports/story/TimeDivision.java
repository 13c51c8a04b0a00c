package dev.wavetank.reports.story;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.Hop;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the time of a way was spent on. The parts add up to the whole: each step says what the time since the step
 * before it was spent on.
 *
 * @param spent nanoseconds by what they were spent on, without those that took none
 * @param total nanoseconds from the first step to the last
 */
public record TimeDivision(Map<Spent, Long> spent, long total) {

    /** Divides the time of a way. */
    public static TimeDivision of(Way way) {
        Map<Spent, Long> spent = new EnumMap<>(Spent.class);
        List<TraceEntry> steps = way.steps();
        long first = steps.isEmpty() ? 0 : Way.time(steps.get(0));
        long before = first;
        for (TraceEntry step : steps) {
            // A step whose record looks back may have ended before the one that led to its record.
            long now = Math.max(before, Way.time(step));
            if (now > before) {
                spent.merge(spentBefore(step), now - before, Long::sum);
            }
            before = now;
        }
        return new TimeDivision(Collections.unmodifiableMap(spent), before - first);
    }

    private static Spent spentBefore(TraceEntry step) {
        if (step.record() instanceof Hop hop) {
            return hop.spent();
        } else if (step.record() instanceof StoreTrace) {
            return Spent.COMMIT;
        } else if (step.record() instanceof RequestTrace) {
            return Spent.API_SERVER;
        } else if (step.record() instanceof Milestone milestone) {
            return spentBefore(milestone.point());
        }
        return Spent.WORKING;
    }

    private static Spent spentBefore(Milestone.Point point) {
        return switch (point) {
            case REQUEST_RECEIVED, OBSERVED, REPLICA_SET_OBSERVED, SEEN_BY_KUBELET, SEEN_READY -> Spent.NETWORK;
            case STORED, REPLICA_SET_STORED, POD_CREATED, BOUND, READY -> Spent.COMMIT;
            case SCHEDULED -> Spent.SCHEDULING;
            case SANDBOX_READY, NETWORK_READY, CONTAINERS_STARTED -> Spent.STARTING;
            case IMAGES_PULLED -> Spent.PULLING;
        };
    }
}
