package dev.wavetank.benchmarks;

import dev.wavetank.sim.trace.JsonLinesSink;
import dev.wavetank.sim.trace.Trace;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** How fast a trace is written as JSON Lines: records and, as {@code characters}, bytes of ASCII a second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class JsonLinesBenchmark {

    /** Where to. */
    public enum Destination {
        /** Nowhere: formatting alone. */
        NOWHERE {
            @Override
            Writer open(Path file) {
                return Writer.nullWriter();
            }
        },
        /** A file in the directory for temporary files, opened as the command line does. */
        FILE {
            @Override
            Writer open(Path file) throws IOException {
                return Files.newBufferedWriter(file);
            }
        };

        abstract Writer open(Path file) throws IOException;
    }

    /** How much was written. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Written {

        /** Characters, which are bytes, since the records are ASCII. */
        public long characters;
    }

    /** Where to. */
    @Param
    public Destination destination;

    private Path file;
    private CountingWriter writer;
    private Trace trace;

    /** Opens it; each iteration writes a new file. */
    @Setup(Level.Iteration)
    public void open() throws IOException {
        file = Files.createTempFile("trace", ".jsonl");
        writer = new CountingWriter(destination.open(file));
        trace = new Trace();
        trace.addSink(new JsonLinesSink(writer));
    }

    /** Closes it and looks whether all of it arrived. */
    @TearDown(Level.Iteration)
    public void close() throws IOException {
        writer.close();
        long size = Files.size(file);
        Files.delete(file);
        if (destination == Destination.FILE && size != writer.characters) {
            throw new IllegalStateException("wrote " + writer.characters + " bytes, the file has " + size);
        }
    }

    /** One record: hashed, formatted, written. */
    @Benchmark
    public void record(Written written) {
        long before = writer.characters;
        trace.record(trace.count(), "kubelet/node-17", PodRecord.number(trace.count()));
        written.characters += writer.characters - before;
    }

    private static final class CountingWriter extends FilterWriter {

        private long characters;

        CountingWriter(Writer out) {
            super(out);
        }

        @Override
        public Writer append(CharSequence text) throws IOException {
            characters += text.length();
            out.append(text);
            return this;
        }
    }
}
