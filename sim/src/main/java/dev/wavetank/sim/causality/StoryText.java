package dev.wavetank.sim.causality;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * A story as text in columns: number of the record, time, time since the line before, who, what, to what, details.
 *
 * <p>A line follows from the one above it; where it does not, a mark says from which: {@code <-12} from record 12,
 * {@code ~} a fault that was active meanwhile, {@code .} what was there before, {@code *} something that nothing in
 * the trace caused.
 */
public final class StoryText {

    /** No line of the text is longer. */
    public static final int WIDTH = 150;

    /** Of a longer story only the beginning and the end are told. */
    static final int MOST = 60;

    private static final int BEGINNING = 10;

    private static final int LONGEST_ACTOR = 26;
    private static final int LONGEST_VERB = 22;
    private static final int LONGEST_SUBJECT = 52;

    private StoryText() {}

    /** The lines of the text. */
    public static List<String> lines(Story story) {
        List<Story.Line> all = story.lines();
        int left = all.size() > MOST ? all.size() - MOST : 0;
        List<String> text = new ArrayList<>();
        if (story.isCut()) {
            text.add("(earlier records were not kept)");
        }
        Columns columns = Columns.of(all);
        for (int i = 0; i < all.size(); i++) {
            if (i < BEGINNING || i >= BEGINNING + left) {
                text.add(columns.line(all.get(i), i == 0 ? null : all.get(i - 1)));
            } else if (i == BEGINNING) {
                text.add("... (" + left + " records left out)");
            }
        }
        return text;
    }

    private record Columns(int number, int mark, int actor, int verb, int subject) {

        static Columns of(List<Story.Line> lines) {
            int mark = 0;
            for (int i = 0; i < lines.size(); i++) {
                mark = Math.max(
                        mark, markOf(lines.get(i), i == 0 ? null : lines.get(i - 1)).length());
            }
            return new Columns(
                    width(lines, line -> numberOf(line).length(), WIDTH),
                    mark,
                    width(lines, line -> line.actor().length(), LONGEST_ACTOR),
                    width(lines, line -> line.verb().length(), LONGEST_VERB),
                    width(lines, line -> line.subject().length(), LONGEST_SUBJECT));
        }

        private static int width(List<Story.Line> lines, ToIntFunction<Story.Line> length, int most) {
            return Math.min(most, lines.stream().mapToInt(length).max().orElse(0));
        }

        String line(Story.Line line, Story.Line before) {
            String since = before == null
                    ? ""
                    : since(line.entry().time() - before.entry().time());
            String text = left(numberOf(line), number)
                    + (mark == 0 ? "" : " " + left(markOf(line, before), mark))
                    + right(VirtualTime.format(line.entry().time()), 13)
                    + right(since, 10)
                    + "  " + left(line.actor(), actor)
                    + "  " + left(line.verb(), verb)
                    + "  " + left(line.subject(), subject)
                    + "  " + line.details();
            return cut(text.stripTrailing(), WIDTH);
        }
    }

    private static String numberOf(Story.Line line) {
        return "#" + line.entry().number();
    }

    private static String markOf(Story.Line line, Story.Line before) {
        if (line.reason() == Story.Reason.CIRCUMSTANCE) {
            return "~";
        }
        String state = line.reason() == Story.Reason.STATE ? "." : "";
        if (line.cause() == 0) {
            return state + (before == null ? "" : "*");
        }
        boolean follows = before != null && before.entry().number() == line.cause();
        return state + (follows || before == null ? "" : "<-" + line.cause());
    }

    /** A span of time with a tenth of the unit that suits it, rounded down. */
    private static String since(long nanos) {
        if (nanos < VirtualTime.MICROSECOND) {
            return "+" + nanos + "ns";
        }
        if (nanos < VirtualTime.MILLISECOND) {
            return tenths(nanos, VirtualTime.MICROSECOND, "us");
        }
        if (nanos < VirtualTime.SECOND) {
            return tenths(nanos, VirtualTime.MILLISECOND, "ms");
        }
        return tenths(nanos, VirtualTime.SECOND, "s");
    }

    private static String tenths(long nanos, long unit, String name) {
        return String.format(Locale.ROOT, "+%d.%d%s", nanos / unit, nanos % unit / (unit / 10), name);
    }

    /** Cuts in the middle, because the end of a name tells it from others. */
    private static String left(String text, int width) {
        if (text.length() > width) {
            int end = (width - 2) / 2;
            return text.substring(0, width - 2 - end) + ".." + text.substring(text.length() - end);
        }
        return text + " ".repeat(width - text.length());
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(1, width - text.length())) + text;
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 3) + "...";
    }
}
