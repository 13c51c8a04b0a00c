package dev.wavetank.reports.story;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the time of a way was spent on, as a table, and its longest steps. */
public final class DivisionText {

    private static final int LONGEST_STEPS = 5;

    private DivisionText() {}

    /** The lines of the table. */
    public static List<String> lines(Way way) {
        TimeDivision division = TimeDivision.of(way);
        List<String> lines = new ArrayList<>();
        lines.add(way.object() + ": " + HumanDuration.ofNanos(division.total()) + " from the first step to the last");
        byTime(division)
                .forEach(part -> lines.add(String.format(
                        Locale.ROOT,
                        "  %-12s %8s  %3d %%",
                        part.getKey().label(),
                        HumanDuration.ofNanos(part.getValue()),
                        Math.round(100.0 * part.getValue() / Math.max(1, division.total())))));
        if (division.steps().isEmpty()) {
            lines.add("  nothing took time: it was there from the beginning, or one step made it");
            return lines;
        }
        lines.add("the longest steps:");
        division.steps().stream()
                .sorted(Comparator.comparingLong(TimeDivision.Step::took).reversed())
                .limit(LONGEST_STEPS)
                .forEach(step -> lines.add(line(step)));
        return lines;
    }

    /** The parts, the greatest first. */
    static List<Map.Entry<Spent, Long>> byTime(TimeDivision division) {
        return division.spent().entrySet().stream()
                .sorted(Map.Entry.<Spent, Long>comparingByValue().reversed())
                .toList();
    }

    private static String line(TimeDivision.Step step) {
        TraceEntry entry = step.entry();
        return String.format(
                Locale.ROOT,
                "  %8s %-11s until %s: %s",
                HumanDuration.ofNanos(step.took()),
                step.spent().label(),
                VirtualTime.format(Steps.end(entry)),
                Sentences.alone(entry));
    }
}
