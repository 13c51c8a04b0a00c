package dev.wavetank.model.scheduler.plugin.helper;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a plug-in, a JSON tree, and says what is wrong with them. */
public final class Arguments {

    private final String plugin;
    private final Map<String, Object> tree;

    /** The arguments of that plug-in. */
    public Arguments(String plugin, Map<String, Object> tree) {
        this.plugin = plugin;
        this.tree = tree;
    }

    /** A whole number within bounds; {@code absent} when it is not given. */
    public long number(String field, long absent, long least, long most) {
        Object value = tree.get(field);
        if (value == null) {
            return absent;
        }
        if (!(value instanceof Number number) || number.longValue() < least || number.longValue() > most) {
            throw wrong(field, "a whole number from " + least + " to " + most, value);
        }
        return number.longValue();
    }

    /** A truth value; false when it is not given. */
    public boolean flag(String field) {
        Object value = tree.get(field);
        if (value != null && !(value instanceof Boolean)) {
            throw wrong(field, "true or false", value);
        }
        return Boolean.TRUE.equals(value);
    }

    /** A text; null when it is not given. */
    public @Nullable String text(String field) {
        Object value = tree.get(field);
        if (value != null && !(value instanceof String)) {
            throw wrong(field, "a text", value);
        }
        return (String) value;
    }

    /** A list; null when it is not given. */
    public @Nullable List<?> list(String field) {
        Object value = tree.get(field);
        if (value != null && !(value instanceof List<?>)) {
            throw wrong(field, "a list", value);
        }
        return (List<?>) value;
    }

    /** A tree; null when it is not given. */
    public @Nullable Map<?, ?> map(String field) {
        Object value = tree.get(field);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw wrong(field, "an object", value);
        }
        return (Map<?, ?>) value;
    }

    /** The sentence about a field that is wrong. */
    public IllegalArgumentException wrong(String field, String expected, @Nullable Object actual) {
        return new IllegalArgumentException(
                "args of plugin " + plugin + ": " + field + " must be " + expected + ", not " + actual);
    }
}
