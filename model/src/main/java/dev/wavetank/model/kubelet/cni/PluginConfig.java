package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.gotext.GoJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one plug-in: the JSON object that it reads from standard input, without {@code prevResult}.
 */
public final class PluginConfig {

    private final Map<String, Object> tree;
    /** Objects in fields, made when they are first asked for. */
    private final Map<String, PluginConfig> objects = new TreeMap<>();

    private @Nullable Object memo;

    /**
     * A configuration with copies of these fields.
     *
     * @param tree the fields
     */
    public PluginConfig(Map<String, Object> tree) {
        this.tree = Collections.unmodifiableMap(new LinkedHashMap<>(tree));
    }

    /** Its fields in the order of the text. */
    public Map<String, Object> tree() {
        return tree;
    }

    /** What a plug-in makes of this configuration: made once, always by the same plug-in. */
    public <T> T memo(Class<T> type, Function<PluginConfig, T> maker) {
        Object known = memo;
        if (known == null) {
            known = maker.apply(this);
            memo = known;
        }
        return type.cast(known);
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

    /**
     * What Go says of the first field that has another type than its structure; empty when all fit. Absent fields do.
     *
     * @param numbers fields that are whole numbers
     * @param flags fields that are true or false
     * @param texts fields that are texts
     */
    public String misfit(List<String> numbers, List<String> flags, List<String> texts) {
        return misfit(numbers, Number.class, "int")
                .or(() -> misfit(flags, Boolean.class, "bool"))
                .or(() -> misfit(texts, String.class, "string"))
                .orElse("");
    }

    private Optional<String> misfit(List<String> fields, Class<?> type, String name) {
        for (String field : fields) {
            Object value = tree.get(field);
            if (value != null && !type.isInstance(value)) {
                return Optional.of(GoJson.kind(value) + " into Go struct field NetConf." + field + " of type " + name);
            }
        }
        return Optional.empty();
    }

    /** The object of a field; empty when there is none. */
    public PluginConfig object(String field) {
        return objects.computeIfAbsent(field, name -> of(tree.get(name)));
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

    /** The same with names of fields in lower case: Go heeds no case when it reads JSON. */
    public PluginConfig withLowerCase() {
        Map<String, Object> changed = new LinkedHashMap<>();
        tree.forEach((field, value) -> changed.put(field.toLowerCase(Locale.ROOT), value));
        return new PluginConfig(changed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PluginConfig config && config.tree.equals(tree);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }

    @Override
    public String toString() {
        return tree.toString();
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
