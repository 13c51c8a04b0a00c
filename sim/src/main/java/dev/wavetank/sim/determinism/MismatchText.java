package dev.wavetank.sim.determinism;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.ShortText;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text of a mismatch between two runs. */
final class MismatchText {

    private static final String COMPONENT = "component";
    private static final String FIRST_RUN = "first run";
    private static final String SECOND_RUN = "second run";
    private static final String ABSENT = "-";
    private static final String ENDED = "(the run had ended)";

    private static final int LONGEST_LINE = 100;

    private final Mismatch mismatch;
    private final Difference difference;
    private final StringBuilder text = new StringBuilder(1024);

    MismatchText(Mismatch mismatch) {
        this.mismatch = mismatch;
        this.difference = mismatch.difference();
    }

    String write() {
        boolean isOneRun = difference.leak() == NondeterminismKind.IMPURE;
        line(
                isOneRun
                        ? "a run gave its recorder other texts than itself: it was made " + mismatch.where()
                        : "the same seed gave two different runs: the second one was made " + mismatch.where());
        outline(isOneRun ? "the run" : FIRST_RUN, mismatch.first());
        outline(isOneRun ? "recorder" : SECOND_RUN, mismatch.second());
        line("");
        if (difference.isExact()) {
            String which = isOneRun ? "that describes itself differently each time" : "that differs";
            line("the first record " + which + " is number " + difference.from() + ":");
            fields();
            line("");
            stories();
        } else {
            line("the first difference lies in records " + difference.from() + " to " + difference.to()
                    + " of the trace");
        }
        line("");
        paragraph("likely   ", mismatch.likely());
        paragraph("to mend  ", mismatch.cure());
        return text.toString().stripTrailing();
    }

    private void outline(String run, RunDigest outline) {
        line(String.format(
                Locale.ROOT, "  %-11s fingerprint %s, %d records", run, outline.fingerprint(), outline.count()));
    }

    /** One line for each field; those that differ are marked. */
    private void fields() {
        Map<String, String> first = fields(difference.first());
        Map<String, String> second = fields(difference.second());
        Set<String> names = new LinkedHashSet<>(first.keySet());
        names.addAll(second.keySet());
        String form = "%s %-" + width(names, COMPONENT.length()) + "s  %-"
                + width(excerpts(first, second), ENDED.length()) + "s  %s";
        boolean isOneRun = difference.leak() == NondeterminismKind.IMPURE;
        row(form, " ", "", isOneRun ? "asked once" : FIRST_RUN, isOneRun ? "asked again" : SECOND_RUN);
        if (first.isEmpty() || second.isEmpty()) {
            row(form, "*", "", first.isEmpty() ? ENDED : "", second.isEmpty() ? ENDED : "");
        }
        for (String name : names) {
            String mine = first.get(name);
            String theirs = second.get(name);
            row(form, Objects.equals(mine, theirs) ? " " : "*", name, excerpt(mine, theirs), excerpt(theirs, mine));
        }
    }

    private void row(String form, Object... cells) {
        line(String.format(Locale.ROOT, form, cells));
    }

    private static int width(Collection<String> texts, int least) {
        return Math.max(least, texts.stream().mapToInt(String::length).max().orElse(0));
    }

    private static List<String> excerpts(Map<String, String> first, Map<String, String> second) {
        return first.entrySet().stream()
                .map(field -> excerpt(field.getValue(), second.get(field.getKey())))
                .toList();
    }

    /** A value on one line; of a long one the part where it differs from the other run's. */
    private static String excerpt(@Nullable String value, @Nullable String other) {
        if (value == null) {
            return ABSENT;
        }
        String line = value.replaceAll("\\s", " ");
        int begin = 0;
        if (other != null && line.length() > ShortText.LONGEST_VALUE) {
            int equal = Math.max(0, Arrays.mismatch(value.toCharArray(), other.toCharArray()));
            begin = Math.max(0, equal - ShortText.LONGEST_VALUE / 2);
        }
        return (begin > 0 ? "..." : "") + ShortText.ofValue(line.substring(begin));
    }

    private static Map<String, String> fields(List<TraceEntry> story) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!story.isEmpty()) {
            TraceEntry entry = story.get(story.size() - 1);
            fields.put("time", VirtualTime.span(entry.time()));
            fields.put(COMPONENT, entry.component());
            fields.put("type", entry.record().type());
            for (FlatRecord.Field field : FlatRecord.of(entry.record()).fields()) {
                String name = fields.containsKey(field.name()) ? field.name() + " (field)" : field.name();
                fields.put(name, field.value() == null ? null : field.value().toString());
            }
        }
        return fields;
    }

    private void stories() {
        List<String> first = lines(difference.first());
        List<String> second = lines(difference.second());
        if (difference.leak() == NondeterminismKind.IMPURE) {
            story("what led to it, each record the cause of the next:", first);
        } else if (first.equals(second)) {
            story("what led to it in both runs, each record the cause of the next:", first);
        } else {
            story("what led to it in the first run, each record the cause of the next:", first);
            story("what led to it in the second run:", second);
        }
    }

    /** What led to the record, without the record itself. */
    private static List<String> lines(List<TraceEntry> story) {
        List<String> lines = new ArrayList<>();
        if (!story.isEmpty() && story.get(0).cause() != 0) {
            lines.add("(earlier records are left out)");
        }
        story.stream().limit(Math.max(0, story.size() - 1)).map(RecordLine::of).forEach(lines::add);
        return lines;
    }

    private void story(String heading, List<String> lines) {
        line(heading);
        if (lines.isEmpty()) {
            line("  (nothing: it has no cause)");
        }
        lines.forEach(line -> line("  " + line));
    }

    /** Words after a label, wrapped and indented. */
    private void paragraph(String label, String words) {
        StringBuilder line = new StringBuilder(label);
        for (String word : words.split(" ")) {
            if (line.length() + word.length() > LONGEST_LINE) {
                line(line.toString());
                line.setLength(0);
                line.append(" ".repeat(label.length()));
            }
            line.append(word).append(' ');
        }
        line(line.toString());
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
