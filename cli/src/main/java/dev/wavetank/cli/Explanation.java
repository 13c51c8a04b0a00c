package dev.wavetank.cli;

import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.causality.MermaidDiagram;
import dev.wavetank.sim.causality.Slice;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.causality.StoryText;
import dev.wavetank.sim.trace.ChromeTraceSink;
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

/**
 * What led to the first violation of a run.
 *
 * @param slice the records
 * @param story the records retold
 */
record Explanation(Slice slice, Story story) {

    /** Explains a run; there is nothing to say when no law was broken. */
    static Explanation of(RunResult result, List<TraceEntry> trace, boolean withState) {
        return result.violations().stream()
                .findFirst()
                .map(violation -> of(violation.entry(), trace, withState))
                .orElse(new Explanation(Slice.EMPTY, Story.of(Slice.EMPTY, trace)));
    }

    /**
     * Explains one record.
     *
     * @param number of the record
     * @param trace consecutive entries; the explanation ends where it leaves them
     * @param withState whether what the changes on the way found in place is explained, too
     */
    static Explanation of(long number, List<TraceEntry> trace, boolean withState) {
        Slice slice =
                withState ? Slice.withState(number, trace, StoreTrace.class::isInstance) : Slice.of(number, trace);
        return new Explanation(slice, Story.of(slice, trace));
    }

    /** For people: one line for each step. */
    void print(PrintStream out) {
        if (slice.entries().isEmpty()) {
            out.println("nothing to explain: the trace has no violation");
            return;
        }
        out.println("what led to it, step by step:");
        StoryText.lines(story).forEach(line -> out.println("  " + line));
    }

    /** For programs: every record of the slice, with the names that a trace file has. */
    List<Map<String, Object>> trees() {
        return slice.entries().stream().map(Explanation::tree).toList();
    }

    /** Writes the story as a Mermaid sequence diagram. */
    void writeMermaid(Path file) {
        try {
            Files.writeString(file, MermaidDiagram.of(story));
        } catch (IOException failure) {
            throw SinkFile.unwritable(file, "sequence diagram", failure);
        }
    }

    /** Writes the slice in the Trace Event Format. */
    void writePerfetto(Path file) {
        try (SinkFile perfetto = SinkFile.open(file, "Perfetto trace", ChromeTraceSink::new)) {
            List<TraceSink> sinks = new ArrayList<>();
            perfetto.addTo(sinks);
            sinks.forEach(sink -> slice.entries().forEach(sink::accept));
        }
    }

    private static Map<String, Object> tree(TraceEntry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("n", entry.number());
        tree.put("t", entry.time());
        tree.put("by", entry.component());
        tree.put("cause", entry.cause());
        tree.put("type", entry.record().type());
        entry.record().describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, String value) {
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
