package dev.wavetank.sim.causality;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.ShortText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A story as text in columns: number of the record, time, time since the line before, who, what, to what, details.
 *
 * <p>A line follows from the one above it; where it does not, a mark says so: {@code <-12} it follows from record 12,
 * {@code *} from nothing in the story, {@code .} it is or led to what a change found in place, {@code ~} it is no
 * step but a fault that was active meanwhile.
 */
public final class StoryText {

    /** No line of the text is longer. */
    public static final int WIDTH = 148;

    /** A longer story is cut to its beginning and its end. */
    static final int MOST = 60;

    /** How many lines the beginning is. */
    static final int BEGINNING = 10;

    private static final int LONGEST_ACTOR = 26;
    private static final int LONGEST_VERB = 24;
    private static final int LONGEST_SUBJECT = 60;

    /** A subject gets so much whatever the other columns take, and more only where this is left for details. */
    private static final int SHORTEST_SUBJECT = 34;

    private static final int ROOM_FOR_DETAILS = 30;

    private static final int TIME = 13;
    private static final int SINCE = 10;
    private static final String GAP = "  ";

    private StoryText() {}

    /** The lines of the text. */
    public static List<String> lines(Story story) {
        List<Story.Line> all = story.lines();
        int left = all.size() > MOST ? all.size() - MOST : 0;
        List<String> text = new ArrayList<>();
        if (story.isCut()) {
            text.add("(earlier records were not kept)");
        }
        List<String> marks = marks(all);
        Columns columns = Columns.of(all, marks);
        for (int i = 0; i < all.size(); i++) {
            if (i < BEGINNING || i >= BEGINNING + left) {
                Story.Line before = i == 0 ? null : all.get(i - 1);
                text.add(columns.line(all.get(i), before, marks.get(i)));
            } else if (i == BEGINNING) {
                text.add("... (" + left + " records left out)");
            }
        }
        return text;
    }

    /** How each line is linked, where it does not simply follow from the line above it. */
    private static List<String> marks(List<Story.Line> lines) {
        List<String> marks = new ArrayList<>();
        Story.Line before = null;
        for (Story.Line line : lines) {
            if (line.reason() == Story.Reason.CIRCUMSTANCE) {
                marks.add("~");
            } else {
                String state = line.reason() == Story.Reason.STATE ? "." : "";
                marks.add(state + link(line, before));
                before = line;
            }
        }
        return marks;
    }

    private static String link(Story.Line line, Story.@Nullable Line before) {
        if (before == null || before.entry().number() == line.cause()) {
            return "";
        }
        return line.cause() == 0 ? "*" : "<-" + line.cause();
    }

    private record Columns(int number, int mark, int actor, int verb, int subject) {

        static Columns of(List<Story.Line> lines, List<String> marks) {
            int number = width(lines, line -> numberOf(line).length(), WIDTH);
            int mark = marks.stream().mapToInt(String::length).max().orElse(0);
            int actor = width(lines, line -> line.actor().length(), LONGEST_ACTOR);
            int verb = width(lines, line -> line.verb().length(), LONGEST_VERB);
            int others = number + (mark == 0 ? 0 : 1 + mark) + TIME + SINCE + actor + verb + 4 * GAP.length();
            int room = Math.max(SHORTEST_SUBJECT, WIDTH - others - ROOM_FOR_DETAILS);
            int subject = width(lines, line -> line.subject().length(), Math.min(LONGEST_SUBJECT, room));
            return new Columns(number, mark, actor, verb, subject);
        }

        private static int width(List<Story.Line> lines, ToIntFunction<Story.Line> length, int most) {
            return Math.min(most, lines.stream().mapToInt(length).max().orElse(0));
        }

        String line(Story.Line line, Story.@Nullable Line before, String link) {
            String since = before == null
                    ? ""
                    : since(line.entry().time() - before.entry().time());
            String text = left(numberOf(line), number)
                    + (mark == 0 ? "" : " " + left(link, mark))
                    + right(VirtualTime.format(line.entry().time()), TIME)
                    + right(since, SINCE)
                    + GAP
                    + left(line.actor(), actor)
                    + GAP
                    + left(line.verb(), verb)
                    + GAP
                    + left(line.subject(), subject)
                    + GAP
                    + line.details();
            return ShortText.cut(text.stripTrailing(), WIDTH);
        }
    }

    private static String numberOf(Story.Line line) {
        return "#" + line.entry().number();
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

    /** Cuts in the middle, because the end of a name distinguishes it from others. */
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
}
