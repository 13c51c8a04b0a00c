package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.regex.Pattern;
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
