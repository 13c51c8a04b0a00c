package dev.wavetank.cli.result;

import dev.wavetank.cli.execution.SinkFile;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.reports.story.FailureText;
import dev.wavetank.reports.story.StoryDiagram;
import dev.wavetank.reports.story.StoryTrack;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what led to a violation.
 *
 * @param explanation what is written
 */
public record ExplanationOutput(Explanation explanation) {

    /** For people: a sentence for each step. */
    public void print(PrintStream out) {
        if (explanation.slice().entries().isEmpty()) {
            out.println("nothing to explain: the trace has no violation");
            return;
        }
        out.println("what led to it, step by step:");
        FailureText.lines(explanation.story()).forEach(line -> out.println("  " + line));
        List<String> later = FailureText.laterLines(explanation.later());
        if (!later.isEmpty()) {
            out.println("  and later, without the effect that it should have had:");
            later.forEach(line -> out.println("  " + line));
        }
        if (!explanation.duty().isEmpty()) {
            out.println("  then " + explanation.duty());
        }
        out.println("  so that " + explanation.conclusion());
    }

    /** For programs: every record of the slice, with the names that a trace file has. */
    public List<Map<String, Object>> trees() {
        return explanation.slice().entries().stream()
                .map(ExplanationOutput::tree)
                .toList();
    }

    /** Writes the story as a Mermaid sequence diagram. */
    public void writeMermaid(Path file) {
        try {
            Files.writeString(file, StoryDiagram.of(explanation.story()));
        } catch (IOException failure) {
            throw SinkFile.unwritable(file, "sequence diagram", failure);
        }
    }

    /** Writes the slice in the Trace Event Format. */
    public void writePerfetto(Path file) {
        try (SinkFile perfetto = SinkFile.open(file, "Perfetto trace", StoryTrack::sink)) {
            List<TraceSink> sinks = new ArrayList<>();
            perfetto.addTo(sinks);
            sinks.forEach(sink -> explanation.slice().entries().forEach(sink::accept));
        }
    }

    /** A record with the names that a trace file has. */
    static Map<String, Object> tree(TraceEntry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("n", entry.number());
        tree.put("t", entry.time());
        tree.put("by", entry.component());
        tree.put("cause", entry.cause());
        tree.put("type", entry.record().type());
        entry.record().describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, @Nullable String value) {
                tree.put(name, value);
                return this;
            }

            @Override
            public TraceRecord.Fields number(String name, long value) {
                tree.put(name, value);
                return this;
            }
        });
        return tree;
    }
}
