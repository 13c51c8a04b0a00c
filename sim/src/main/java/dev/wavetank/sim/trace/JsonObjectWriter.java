package dev.wavetank.sim.trace;

import org.jspecify.annotations.Nullable;

/**
 * Builds one JSON object as text, field by field.
 *
 * <p>All that is not printable, and half of a surrogate pair, is escaped, so that the text is valid in every charset.
 */
public final class JsonObjectWriter implements TraceRecord.Fields {

    private final StringBuilder text = new StringBuilder(256);
    private boolean first;

    /** Drops what was built and begins an object. */
    public JsonObjectWriter begin() {
        text.setLength(0);
        text.append('{');
        first = true;
        return this;
    }

    /** Begins an object that is the value of a field; {@link #end} ends it. */
    public JsonObjectWriter begin(String name) {
        name(name);
        text.append('{');
        first = true;
        return this;
    }

    /** Ends the innermost object. */
    public JsonObjectWriter end() {
        text.append('}');
        first = false;
        return this;
    }

    @Override
    public JsonObjectWriter text(String name, @Nullable String value) {
        name(name);
        if (value == null) {
            text.append("null");
        } else {
            quoted(value);
        }
        return this;
    }

    @Override
    public JsonObjectWriter number(String name, long value) {
        name(name);
        text.append(value);
        return this;
    }

    /** A field that is a number of thousandths, such as {@code 12030.004}. Not for negative ones. */
    public JsonObjectWriter thousandths(String name, long value) {
        number(name, value / 1000);
        long rest = value % 1000;
        text.append('.').append(rest / 100).append(rest / 10 % 10).append(rest % 10);
        return this;
    }

    /** What was built so far; valid until the next {@link #begin()}. */
    public CharSequence built() {
        return text;
    }

    private void name(String name) {
        if (!first) {
            text.append(',');
        }
        first = false;
        quoted(name);
        text.append(':');
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c >= 0x20 && !Character.isSurrogate(c)) {
                text.append(c);
            } else {
                text.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        text.append('"');
    }
}
