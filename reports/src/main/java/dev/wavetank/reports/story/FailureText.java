package dev.wavetank.reports.story;

import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What led to a failure, in the sentences of a story, without what belongs to every request. A line with a number is a
 * step; {@code .} marks what a change found in place, or what led to that, and {@code ~} a fault that was active
 * meanwhile: no link says that it mattered.
 */
public final class FailureText {

    /** A longer text is cut to its beginning and its end. */
    static final int MOST = 60;

    /** How many lines the beginning is. */
    static final int BEGINNING = 10;

    /** The greatest number of lines about what came later. */
    private static final int LATER = 8;

    private FailureText() {}

    /** The lines of the text. */
    public static List<String> lines(Story story) {
        List<String> text = new ArrayList<>();
        if (story.isCut()) {
            text.add("(earlier records were not kept)");
        }
        text.addAll(cut(all(story)));
        return text;
    }

    /** What single records say, without those that belong to every request. */
    public static List<String> sentences(List<TraceEntry> records) {
        return records.stream()
                .filter(record -> !Sentences.isRoutine(record))
                .map(Sentences::whole)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The last of several records, each with how often it happened, in the order in which they happened last. */
    public static List<String> laterLines(List<TraceEntry> records) {
        Map<String, List<TraceEntry>> alike = new LinkedHashMap<>();
        for (TraceEntry record : records) {
            Sentences.whole(record).ifPresent(words -> {
                List<TraceEntry> before = alike.remove(words);
                List<TraceEntry> all = before == null ? new ArrayList<>() : before;
                all.add(record);
                alike.put(words, all);
            });
        }
        List<String> lines = new ArrayList<>();
        alike.forEach((words, all) -> lines.add(line(
                "-",
                VirtualTime.format(Steps.end(all.get(all.size() - 1))),
                words + (all.size() == 1 ? "" : "  (" + all.size() + " times until then)"))));
        return lines.subList(Math.max(0, lines.size() - LATER), lines.size());
    }

    private static List<String> all(Story story) {
        List<Story.Line> lines = story.lines();
        List<String> all = new ArrayList<>();
        String before = "";
        long last = Long.MIN_VALUE;
        int times = 1;
        int number = 0;
        for (int i = 0; i < lines.size(); i++) {
            Story.Line line = lines.get(i);
            Optional<String> sentence = sentence(line, i == lines.size() - 1);
            if (sentence.isPresent() && !Sentences.isVain(line.entry(), last)) {
                last = line.reason() == Story.Reason.CAUSE ? Steps.end(line.entry()) : last;
                String words = sentence.get();
                boolean isStep = line.reason() == Story.Reason.CAUSE;
                String time = VirtualTime.format(Steps.end(line.entry()));
                if (isStep && words.equals(before)) {
                    times++;
                    all.set(all.size() - 1, line(number + ".", time, words + "  (" + times + " times until then)"));
                } else {
                    times = 1;
                    number += isStep ? 1 : 0;
                    String mark = isStep ? number + "." : line.reason() == Story.Reason.STATE ? "." : "~";
                    all.add(line(mark, time, words));
                }
                before = isStep ? words : "";
            }
        }
        return all;
    }

    private static String line(String mark, String time, String words) {
        return String.format(Locale.ROOT, "%5s %12s  %s", mark, time, words);
    }

    /** The last one is what broke the invariant: it always has a sentence. */
    private static Optional<String> sentence(Story.Line line, boolean isLast) {
        TraceEntry entry = line.entry();
        Optional<String> sentence = Sentences.isRoutine(entry) && !isLast ? Optional.empty() : Sentences.whole(entry);
        return sentence.isEmpty() && isLast
                ? Optional.of(entry.component() + " " + line.verb() + " " + line.subject())
                : sentence;
    }

    private static List<String> cut(List<String> all) {
        int left = all.size() - MOST;
        if (left <= 0) {
            return all;
        }
        List<String> text = new ArrayList<>(all.subList(0, BEGINNING));
        text.add("... (" + left + " steps left out)");
        text.addAll(all.subList(BEGINNING + left, all.size()));
        return text;
    }
}
