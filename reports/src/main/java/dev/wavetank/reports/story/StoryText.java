package dev.wavetank.reports.story;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.HumanDuration;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A way as numbered sentences, each with its time and what the time before it was spent on. */
public final class StoryText {

    /** Waits that are shorter need no mention. */
    private static final long WORTH_MENTION = 1_000_000;

    private StoryText() {}

    /** The lines of the story. */
    public static List<String> lines(Way way) {
        List<String> lines = new ArrayList<>();
        TimeDivision division = TimeDivision.of(way);
        lines.add("the way of " + way.object() + ", " + HumanDuration.ofNanos(division.total()) + " from the command:");
        if (way.isCut()) {
            lines.add("  (it begins in the middle: earlier records were not kept)");
        }
        long before = way.steps().isEmpty() ? 0 : Steps.end(way.steps().get(0));
        Map<Spent, Long> since = new EnumMap<>(Spent.class);
        int number = 0;
        for (TraceEntry step : way.steps()) {
            Optional<String> sentence = Sentences.whole(step);
            boolean isTold = sentence.isPresent() && !Sentences.isVain(step, before);
            long now = Math.max(before, Steps.end(step));
            if (now > before) {
                since.merge(TimeDivision.spentBefore(step, way), now - before, Long::sum);
                before = now;
            }
            if (isTold) {
                number++;
                lines.add(line(number, now, sentence.get() + waited(since)));
                since.clear();
            }
        }
        lines.add(summary(division));
        return lines;
    }

    /** The waits since the sentence before that are long enough, the longest first. */
    private static String waited(Map<Spent, Long> waits) {
        String text = waits.entrySet().stream()
                .filter(wait -> wait.getValue() >= WORTH_MENTION)
                .sorted(Map.Entry.<Spent, Long>comparingByValue().reversed())
                .map(wait -> HumanDuration.ofNanos(wait.getValue()) + " "
                        + wait.getKey().label())
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "" : "  (after " + text + ")";
    }

    private static String line(int number, long now, String sentence) {
        return String.format(Locale.ROOT, "%4d. %10.3fs  %s", number, now / 1e9, sentence);
    }

    /** What the time was spent on, the most first. */
    private static String summary(TimeDivision division) {
        List<String> parts = DivisionText.byTime(division).stream()
                .map(part -> part.getKey().label() + " " + HumanDuration.ofNanos(part.getValue()))
                .toList();
        return "time: " + String.join(", ", parts);
    }
}
