package dev.wavetank.model.kubelet.cni;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one plug-in: the JSON object that it reads from standard input, without {@code prevResult}.
 *
 * @param tree its fields in the order of the text
 */
public record PluginConfig(Map<String, Object> tree) {

    /** Keeps a copy. */
    public PluginConfig {
        tree = Collections.unmodifiableMap(new LinkedHashMap<>(tree));
    }

    /** Name of the plug-in's binary. */
    public String type() {
        return text("type", "");
    }

    /** Name of the network. */
    public String name() {
        return text("name", "");
    }

    /** Version of the specification; 0.1.0 when it does not say. */
    public String version() {
        return text("cniVersion", "0.1.0");
    }

    /** The text of a field. */
    public String text(String field, String otherwise) {
        return tree.get(field) instanceof String text ? text : otherwise;
    }

    /** Whether a field is true. */
    public boolean isTrue(String field) {
        return Boolean.TRUE.equals(tree.get(field));
    }

    /** The number of a field. */
    public long number(String field, long otherwise) {
        return tree.get(field) instanceof Number number ? number.longValue() : otherwise;
    }

    /** The object of a field; empty when there is none. */
    public PluginConfig object(String field) {
        return of(tree.get(field));
    }

    /** The elements of a field; empty when there are none. */
    public List<Object> list(String field) {
        return tree.get(field) instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }

    /** The same with another value of a field. */
    public PluginConfig with(String field, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(tree);
        changed.put(field, value);
        return new PluginConfig(changed);
    }

    /** A JSON value as a configuration; empty when it is no object. */
    public static PluginConfig of(@Nullable Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> fields.put(String.valueOf(key), each));
        }
        return new PluginConfig(fields);
    }
}
