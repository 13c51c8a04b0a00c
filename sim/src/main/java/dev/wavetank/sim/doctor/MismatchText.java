package dev.wavetank.sim.doctor;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Tells people how two runs differ. */
final class MismatchText {

    private static final String ABSENT = "-";
    private static final String ENDED = "(the run had ended)";

    private final Mismatch mismatch;
    private final Difference difference;
    private final StringBuilder text = new StringBuilder(1024);

    MismatchText(Mismatch mismatch) {
        this.mismatch = mismatch;
        this.difference = mismatch.difference();
    }

    String write() {
        line("the same seed gave two different runs: the second one was made " + mismatch.where());
        outline("first run", mismatch.first());
        outline("second run", mismatch.second());
        line("");
        if (difference.isExact()) {
            line("the first record that differs is number " + difference.from() + ":");
            fields();
            line("");
            stories();
        } else {
            line("the first difference lies in records " + difference.from() + " to " + difference.to()
                    + " of the trace");
        }
        line("");
        line("likely   " + mismatch.likely());
        line("to mend  " + mismatch.cure());
        return text.toString().stripTrailing();
    }

    private void outline(String run, Outline outline) {
        line(String.format(
                Locale.ROOT, "  %-11s fingerprint %s, %d records", run, outline.fingerprint(), outline.count()));
    }

    /** One line for each field; those that differ are marked. */
    private void fields() {
        Map<String, String> first = fields(difference.first());
        Map<String, String> second = fields(difference.second());
        Set<String> names = new LinkedHashSet<>(first.keySet());
        names.addAll(second.keySet());
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        String form = "%s %-" + Math.max(width, 9) + "s  %-34s %s";
        line(String.format(Locale.ROOT, form, " ", "", "first run", "second run"));
        if (first.isEmpty() || second.isEmpty()) {
            line(String.format(
                    Locale.ROOT, form, "*", "", first.isEmpty() ? ENDED : "", second.isEmpty() ? ENDED : ""));
        }
        for (String name : names) {
            String mine = first.get(name);
            String theirs = second.get(name);
            String mark = Objects.equals(mine, theirs) ? " " : "*";
            line(String.format(Locale.ROOT, form, mark, name, orAbsent(mine), orAbsent(theirs)));
        }
    }

    private static Map<String, String> fields(List<TraceEntry> story) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!story.isEmpty()) {
            TraceEntry entry = story.get(story.size() - 1);
            fields.put("time", VirtualTime.span(entry.time()));
            fields.put("component", entry.component());
            fields.put("type", entry.record().type());
            for (FlatRecord.Field field : FlatRecord.of(entry.record()).fields()) {
                fields.put(field.name(), field.value() == null ? null : StoryLine.shortened(field.value()));
            }
        }
        return fields;
    }

    private void stories() {
        List<String> first = lines(difference.first());
        List<String> second = lines(difference.second());
        if (first.equals(second)) {
            story("what led to it in both runs, each record the cause of the next:", first);
        } else {
            story("what led to it in the first run, each record the cause of the next:", first);
            story("what led to it in the second run:", second);
        }
    }

    /** What led to the record, without the record itself. */
    private static List<String> lines(List<TraceEntry> story) {
        return story.stream()
                .limit(Math.max(0, story.size() - 1))
                .map(StoryLine::of)
                .toList();
    }

    private void story(String heading, List<String> lines) {
        line(heading);
        if (lines.isEmpty()) {
            line("  (nothing: it has no cause)");
        }
        lines.forEach(told -> line("  " + told));
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private static String orAbsent(String value) {
        return value == null ? ABSENT : value;
    }
}
