package dev.wavetank.model.kubectl.print;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object of any kind, by paths such as {@code spec.template.spec}.
 *
 * @param tree JSON tree of the object
 */
public record ObjectFields(Map<String, Object> tree) {

    /** A field as it is; null when there is none. */
    public @Nullable Object value(String path) {
        Object value = tree;
        for (String name : path.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }

    /** A number; 0 when there is none. */
    public long number(String path) {
        return value(path) instanceof Number number ? number.longValue() : 0;
    }

    /** Text; empty when there is none. */
    public String text(String path) {
        return value(path) instanceof String text ? text : "";
    }

    /** Whether a switch is on. */
    public boolean isOn(String path) {
        return Boolean.TRUE.equals(value(path));
    }

    /** A struct; empty when there is none. */
    @SuppressWarnings("unchecked") // trees have only names as keys
    public Map<String, Object> map(String path) {
        return value(path) instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }

    /** Whether there is a value at all. */
    public boolean has(String path) {
        return value(path) != null;
    }

    /** Any single value as text; empty when there is none. */
    public String shown(String path) {
        Object value = value(path);
        return value == null ? "" : String.valueOf(value);
    }

    /** The texts of a list; empty when there is none. */
    public List<String> texts(String path) {
        return value(path) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The struct at a path, with its fields; empty when there is none. */
    public ObjectFields at(String path) {
        return new ObjectFields(map(path));
    }

    /** The structs of a list; empty when there is none. */
    public List<ObjectFields> list(String path) {
        if (!(value(path) instanceof List<?> list)) {
            return List.of();
        }
        return list.stream()
                .filter(Map.class::isInstance)
                .map(item -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    ((Map<?, ?>) item).forEach((name, field) -> fields.put((String) name, field));
                    return new ObjectFields(fields);
                })
                .toList();
    }
}
