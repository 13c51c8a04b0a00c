package dev.wavetank.reports.story;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the time of a way was spent on. The parts add up to the whole: each step says what the time since the step
 * before it was spent on.
 *
 * @param spent nanoseconds by what they were spent on, without those that took none
 * @param steps that took time, in order
 */
public record TimeDivision(Map<Spent, Long> spent, List<Step> steps) {

    /**
     * A step that took time.
     *
     * @param entry its record
     * @param took nanoseconds since the step before it
     * @param spent what they were spent on
     */
    public record Step(TraceEntry entry, long took, Spent spent) {}

    /** Divides the time of a way. */
    public static TimeDivision of(Way way) {
        Map<Spent, Long> spent = new EnumMap<>(Spent.class);
        List<Step> steps = new ArrayList<>();
        long before = way.steps().isEmpty() ? 0 : Steps.end(way.steps().get(0));
        for (TraceEntry entry : way.steps()) {
            long took = Steps.end(entry) - before;
            // A step whose record looks back may have ended before the one that led to its record.
            if (took > 0) {
                Step step = new Step(entry, took, spentBefore(entry, way));
                steps.add(step);
                spent.merge(step.spent(), took, Long::sum);
                before += took;
            }
        }
        return new TimeDivision(Collections.unmodifiableMap(spent), List.copyOf(steps));
    }

    /** Nanoseconds from the first step to the last. */
    public long total() {
        return spent.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What the time before a step was spent on. */
    static Spent spentBefore(TraceEntry step, Way way) {
        return step.number() == way.resumed() ? way.beforeResumption() : Steps.spent(step.record());
    }
}
