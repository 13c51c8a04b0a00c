package dev.wavetank.sim.trace;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes every entry as one line of JSON:
 * {@code {"n":7,"t":12030000,"by":"depot","cause":5,"type":"parcel.sent","parcel":"north/17"}}.
 *
 * <p>{@code t} is virtual time in nanoseconds. The fields of the record follow {@code type} under their own names.
 */
public final class JsonLinesSink implements TraceSink {

    private final Appendable out;
    private final JsonObjectWriter line = new JsonObjectWriter();

    /** Writes to {@code out}, which the caller flushes and closes. */
    public JsonLinesSink(Appendable out) {
        this.out = out;
    }

    /** Writes the entry. Throws {@link UncheckedIOException} when the destination fails. */
    @Override
    public void accept(TraceEntry entry) {
        line.begin()
                .number("n", entry.number())
                .number("t", entry.time())
                .text("by", entry.component())
                .number("cause", entry.cause())
                .text("type", entry.record().type());
        entry.record().describe(line);
        line.end();
        try {
            out.append(line.built()).append('\n');
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the trace", failure);
        }
    }
}
