package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every line is one of the few statements that we use, and no text can end its statement. */
class MermaidDiagramTest {

    private static final String TEXT = "(?:[^#;%<>\\p{Cntrl}]|#\\d+;)*";
    private static final Pattern STATEMENT = Pattern.compile("    (?:participant c\\d+ as " + TEXT
            + "|Note over c\\d+(?:,c\\d+)?: " + TEXT + "|c\\d+--?>>c\\d+: " + TEXT + ")");

    @Property(tries = 200)
    void any_story_is_a_diagram(@ForAll long seed) {
        MemorySink sink = new MemorySink();
        RandomTrace.run(seed, sink);
        Slice slice = Slice.withState(sink.entries().size(), sink.entries(), record -> record.isWrite());

        assertIsDiagram(MermaidDiagram.of(Story.of(slice, sink.entries())));
    }

    @Property
    void any_text_is_escaped(@ForAll String component, @ForAll String subject) {
        assertIsDiagram(diagram(component, subject));
    }

    @Example
    void escapes_what_would_end_a_statement() {
        assertThat(diagram("a;b", "100% #1 <x>\n y")).isEqualTo("""
                sequenceDiagram
                    participant c1 as a#59;b
                    Note over c1: 0.000000s
                    Note over c1: done 100#37; #35;1 #60;x#62; y
                """);
    }

    @Example
    void an_actor_in_a_program_asks_is_told_and_is_answered() {
        List<TraceEntry> trace = List.of(
                entry(1, 0, "store", new Shop.Word("stored", "a/1")),
                entry(2, 1, "server", new Asked("alice", "a/1")),
                entry(3, 1, "program", new Shop.Word("saw", "a/1")),
                entry(4, 3, "server", new Shop.Word("arrived", "b/1")),
                entry(5, 4, "store", new Shop.Word("stored", "b/1")),
                entry(6, 5, "server", new Asked("loop", "b/1")),
                entry(7, 5, "program", new Shop.Word("done", "b/1")));

        assertThat(withoutTimes(7, trace)).isEqualTo("""
                sequenceDiagram
                    participant c1 as alice
                    participant c2 as server
                    participant c3 as store
                    participant c4 as loop
                    c1->>c2: make a/1
                    c2->>c3: stored
                    c2->>c4: saw a/1
                    c4->>c2: arrived b/1
                    c4->>c2: make b/1
                    c2->>c3: stored
                    c2->>c4: done b/1
                """);
    }

    @Example
    void what_an_actor_must_have_heard_of_is_told() {
        List<TraceEntry> trace = List.of(
                entry(1, 0, "store", new Shop.Word("stored", "a/1")),
                entry(2, 1, "server", new Asked("alice", "a/1")),
                entry(3, 1, "store", new Shop.Word("stored", "b/1")),
                entry(4, 3, "server", new Asked("loop", "b/1")));

        assertThat(withoutTimes(3, trace)).contains("""
                    c2->>c4: hears of a/1
                    c4->>c2: make b/1
                """);
    }

    @Example
    void programs_with_actors_of_the_same_name_are_told_apart() {
        List<TraceEntry> trace = List.of(
                entry(1, 0, "program/1", new Shop.Word("saw", "a/1")),
                entry(2, 1, "store", new Shop.Word("stored", "a/1")),
                entry(3, 2, "server", new Asked("loop", "a/1")),
                entry(4, 2, "program/2", new Shop.Word("saw", "a/1")),
                entry(5, 4, "store", new Shop.Word("stored", "b/1")),
                entry(6, 5, "server", new Asked("loop", "b/1")));

        assertThat(withoutTimes(5, trace)).isEqualTo("""
                sequenceDiagram
                    participant c1 as program/1
                    participant c2 as server
                    participant c3 as store
                    participant c4 as program/2
                    Note over c1: saw a/1
                    c1->>c2: make a/1
                    c2->>c3: stored
                    c2->>c4: saw a/1
                    c4->>c2: make b/1
                    c2->>c3: stored
                """);
    }

    @Example
    void of_a_long_story_the_middle_is_left_out() {
        List<TraceEntry> trace = LongStream.rangeClosed(1, 65)
                .mapToObj(number -> entry(number, number - 1, "doer", new Shop.Word("step" + number, "")))
                .toList();

        String diagram = MermaidDiagram.of(Story.of(Slice.of(65, trace), trace));

        assertThat(diagram)
                .containsSubsequence(": step10\n    Note over c1: ... (5 records left out)\n", ": step16\n", ": step65")
                .doesNotContain(": step11\n", ": step15\n");
        assertIsDiagram(diagram);
    }

    @Example
    void the_time_is_told_only_when_it_has_moved_on() {
        List<TraceEntry> trace = LongStream.rangeClosed(1, 12)
                .mapToObj(number -> new TraceEntry(number, 5, "doer", number - 1, new Shop.Word("step", "")))
                .toList();

        assertThat(MermaidDiagram.of(Story.of(Slice.of(12, trace), trace))).containsOnlyOnce(": 0.000000s\n");
    }

    /** The server answers what an actor asked it to make. */
    private record Asked(String actor, String subject) implements TraceRecord {
        @Override
        public String type() {
            return "asked";
        }

        @Override
        public String actor(String component) {
            return actor;
        }

        @Override
        public String verb() {
            return "make";
        }

        @Override
        public boolean isWrite() {
            return true;
        }

        @Override
        public void describe(Fields out) {
            out.text("subject", subject);
        }
    }

    private static TraceEntry entry(long number, long cause, String component, TraceRecord record) {
        return new TraceEntry(number, number, component, cause, record);
    }

    private static String withoutTimes(long number, List<TraceEntry> trace) {
        return MermaidDiagram.of(Story.of(Slice.of(number, trace), trace))
                .replaceAll(" {4}Note over \\S+: 0\\.\\d+s\n", "");
    }

    private static String diagram(String component, String subject) {
        List<TraceEntry> trace = List.of(new TraceEntry(1, 5, component, 0, new Shop.Word("done", subject)));
        return MermaidDiagram.of(Story.of(Slice.of(1, trace), trace));
    }

    private static void assertIsDiagram(String diagram) {
        List<String> lines = List.of(diagram.split("\n"));
        assertThat(lines.get(0)).isEqualTo("sequenceDiagram");
        assertThat(lines.subList(1, lines.size()))
                .allMatch(line -> STATEMENT.matcher(line).matches());
    }
}
