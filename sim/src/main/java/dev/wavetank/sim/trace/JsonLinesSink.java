package dev.wavetank.sim.trace;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes every entry as one line of JSON:
 * {@code {"n":7,"t":12030000,"by":"scheduler","cause":5,"type":"pod.bound","pod":"default/web-1"}}.
 *
 * <p>{@code t} is virtual time in nanoseconds. The fields of the record follow {@code type} under their own names.
 */
public final class JsonLinesSink implements TraceSink, TraceRecord.Fields {

    private final Appendable out;
    private final StringBuilder line = new StringBuilder(256);

    /** Writes to {@code out}, which the caller flushes and closes. */
    public JsonLinesSink(Appendable out) {
        this.out = out;
    }

    /** Writes the entry. Throws {@link UncheckedIOException} when the destination fails. */
    @Override
    public void accept(TraceEntry entry) {
        line.setLength(0);
        line.append("{\"n\":").append(entry.number()).append(",\"t\":").append(entry.time());
        text("by", entry.component());
        number("cause", entry.cause());
        text("type", entry.record().type());
        entry.record().describe(this);
        line.append("}\n");
        try {
            out.append(line);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the trace", failure);
        }
    }

    @Override
    public TraceRecord.Fields text(String name, String value) {
        name(name);
        if (value == null) {
            line.append("null");
        } else {
            quoted(value);
        }
        return this;
    }

    @Override
    public TraceRecord.Fields number(String name, long value) {
        name(name);
        line.append(value);
        return this;
    }

    private void name(String name) {
        line.append(',');
        quoted(name);
        line.append(':');
    }

    private void quoted(String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c >= 0x20 && !Character.isSurrogate(c)) {
                line.append(c);
            } else {
                line.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        line.append('"');
    }
}
