package dev.wavetank.model.apiserver.printers;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object as a JSON tree, read by paths such as {@code status.phase}. */
public final class Fields {

    private final Map<?, ?> tree;

    /** The tree is not copied. */
    public Fields(Map<?, ?> tree) {
        this.tree = tree;
    }

    /** The whole object. */
    public Map<?, ?> tree() {
        return tree;
    }

    /** What stands at a path; null when there is nothing. */
    public Object at(String path) {
        Object value = tree;
        for (String step : path.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return value;
    }

    boolean has(String path) {
        return at(path) != null;
    }

    /** Text, or a number as text; the empty string when there is nothing. */
    String text(String path) {
        return text(path, "");
    }

    String text(String path, String otherwise) {
        Object value = at(path);
        return value == null || value.equals("") ? otherwise : value.toString();
    }

    long number(String path) {
        return at(path) instanceof Number number ? number.longValue() : 0;
    }

    boolean flag(String path) {
        return Boolean.TRUE.equals(at(path));
    }

    /** The instant at a path; null when there is none. */
    Instant time(String path) {
        try {
            return at(path) instanceof String text ? Instant.parse(text) : null;
        } catch (DateTimeParseException notOne) {
            return null;
        }
    }

    /** The objects in a list; none when there is no list. */
    List<Fields> list(String path) {
        List<Fields> items = new ArrayList<>();
        if (at(path) instanceof List<?> list) {
            for (Object item : list) {
                items.add(new Fields(item instanceof Map<?, ?> map ? map : new LinkedHashMap<>()));
            }
        }
        return items;
    }

    /** The values in a list, as text. */
    List<String> texts(String path) {
        List<String> items = new ArrayList<>();
        if (at(path) instanceof List<?> list) {
            list.forEach(item -> items.add(String.valueOf(item)));
        }
        return items;
    }

    /** What stands at a path as an object; an empty one when there is none. */
    Fields inner(String path) {
        return new Fields(map(path));
    }

    /** A map; an empty one when there is none. */
    Map<?, ?> map(String path) {
        return at(path) instanceof Map<?, ?> map ? map : new LinkedHashMap<>();
    }

    /** How many entries a map or list has. */
    long size(String path) {
        Object value = at(path);
        return value instanceof Map<?, ?> map ? map.size() : value instanceof List<?> list ? list.size() : 0;
    }
}
