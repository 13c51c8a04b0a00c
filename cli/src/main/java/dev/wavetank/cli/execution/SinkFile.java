package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.sim.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file that receives part of the trace during the run; or none, when no file is given. */
public final class SinkFile implements AutoCloseable {

    private final Path file;
    private final String content;
    private final Writer writer;
    private final TraceSink sink;

    private SinkFile(Path file, String content, Writer writer, TraceSink sink) {
        this.file = file;
        this.content = content;
        this.writer = writer;
        this.sink = sink;
    }

    /**
     * Opens the file.
     *
     * @param file the file, or null for none
     * @param content what it is, for messages
     * @param sink makes the sink that writes into it
     */
    public static SinkFile open(Path file, String content, Function<Appendable, TraceSink> sink) {
        if (file == null) {
            return new SinkFile(null, content, null, null);
        }
        try {
            Writer writer = Files.newBufferedWriter(file);
            return new SinkFile(file, content, writer, sink.apply(writer));
        } catch (IOException failure) {
            throw unwritable(file, content, failure);
        }
    }

    /** Makes the file, or an existing one empty, which is to be written later; nothing when there is none. */
    public static void requireWritable(@Nullable Path file, String content) {
        if (file != null) {
            try {
                Files.writeString(file, "");
            } catch (IOException failure) {
                throw unwritable(file, content, failure);
            }
        }
    }

    /** Adds the sink, if there is one. */
    public void addTo(List<TraceSink> sinks) {
        if (sink != null) {
            sinks.add(entry -> {
                try {
                    sink.accept(entry);
                } catch (UncheckedIOException failure) {
                    throw unwritable(file, content, failure);
                }
            });
        }
    }

    @Override
    public void close() {
        if (writer != null) {
            try (writer) {
                sink.finish();
            } catch (UncheckedIOException failure) {
                throw unwritable(file, content, failure);
            } catch (IOException failure) {
                throw unwritable(file, content, failure);
            }
        }
    }

    /** The mistake of naming a file that cannot be written. */
    public static BadInputException unwritable(Path file, String content, Exception failure) {
        return new BadInputException(
                "the " + content + " cannot be written to " + file
                        + ": name a file in a directory that exists and that you may write to",
                failure);
    }
}
