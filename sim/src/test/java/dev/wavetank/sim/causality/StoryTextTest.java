package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoryTextTest {

    private record Said(String subject, String text, long count) implements TraceRecord {
        @Override
        public String type() {
            return "said";
        }

        @Override
        public void describe(Fields out) {
            out.text("text", text).number("count", count);
        }
    }

    @Test
    void of_a_long_story_the_middle_is_left_out() {
        List<TraceEntry> trace = new ArrayList<>();
        for (int number = 1; number <= 65; number++) {
            trace.add(entry(number, number - 1, "", "x"));
        }

        List<String> text = text(65, trace);

        assertThat(text).hasSize(StoryText.MOST + 1);
        assertThat(text.get(9)).startsWith("#10 ");
        assertThat(text.get(10)).isEqualTo("... (5 records left out)");
        assertThat(text.get(11)).startsWith("#16 ");
        assertThat(text.get(60)).startsWith("#65 ");
    }

    @Test
    void what_is_said_already_and_what_is_nothing_is_left_out_but_of_the_explained_record() {
        List<TraceEntry> trace = List.of(
                entry(1, 0, "things/web-1", "web-1"),
                entry(2, 1, "things/web-1", null),
                entry(3, 2, "things/web-1", "1b8b5bb2-4246-4ee1-bb90-6a0216b9e598"),
                entry(4, 3, "things/web-1", "1b8b5bb2-4246-4ee1-bb90-6a0216b9e598"));

        assertThat(text(4, trace))
                .containsExactly(
                        "#1    0.000001s            tester  said  things/web-1",
                        "#2    0.000002s    +1.0us  tester  said  things/web-1",
                        "#3    0.000003s    +1.0us  tester  said  things/web-1",
                        "#4    0.000004s    +1.0us  tester  said  things/web-1  text=1b8b5bb2 count=0");
    }

    @Test
    void long_values_are_cut_and_lines_never_break() {
        String line = text(1, List.of(entry(1, 0, "a".repeat(40) + "z".repeat(40), "two\nlines " + "x".repeat(90))))
                .get(0);

        assertThat(line)
                .contains("  " + "a".repeat(29) + ".." + "z".repeat(29) + "  ")
                .contains("text=two lines xxx")
                .endsWith("...")
                .hasSizeLessThanOrEqualTo(StoryText.WIDTH);
    }

    @Test
    void columns_fit_the_longest_verb_and_subject() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 1, "tester", 0, new Shop.Word("seen", "pods/default/web")),
                new TraceEntry(
                        2,
                        2,
                        "tester",
                        1,
                        new Shop.Word("twenty-letters-long-x", "replicas/default/" + "x".repeat(25))),
                new TraceEntry(3, 3, "tester", 2, new Said("a", "b", 7)));

        List<String> text = text(3, trace);

        assertThat(text.get(0).indexOf("pods/")).isEqualTo(text.get(1).indexOf("replicas/"));
        assertThat(text.get(2).indexOf(" a ") + 1).isEqualTo(text.get(1).indexOf("replicas/"));
        assertThat(text.get(2).indexOf("text=b")).isEqualTo(text.get(1).length() + 2);
    }

    @Test
    void where_all_is_long_lines_stay_within_the_width_and_columns_in_line() {
        String actor = "actor".repeat(20);
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 1, actor, 0, new Shop.Word("verb".repeat(20), "s".repeat(90))),
                new TraceEntry(2, 2, actor, 1, new Said("subject", "b", 7)));

        List<String> text = text(2, trace);

        assertThat(text).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(StoryText.WIDTH));
        assertThat(text.get(1).indexOf("subject")).isEqualTo(text.get(0).indexOf("sss"));
        assertThat(text.get(1)).endsWith("text=b count=7");
    }

    private static TraceEntry entry(long number, long cause, String subject, String text) {
        return new TraceEntry(number, number * 1_000, "tester", cause, new Said(subject, text, 0));
    }

    private static List<String> text(long number, List<TraceEntry> trace) {
        return StoryText.lines(Story.of(Slice.of(number, trace), trace));
    }
}
