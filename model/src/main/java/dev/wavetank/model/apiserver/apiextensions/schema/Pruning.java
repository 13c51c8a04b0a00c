package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Drops fields that a schema does not declare. */
public final class Pruning {

    private static final List<String> OF_OBJECTS = List.of("apiVersion", "kind", "metadata");

    private final List<String> dropped = new ArrayList<>(0);

    private Pruning() {}

    /** A whole object without what its schema does not declare; kind and metadata stay. */
    public static Map<String, Object> pruned(StructuralSchema schema, Map<String, Object> object) {
        return Tree.map(new Pruning().object(schema, object, "", true));
    }

    /**
     * The paths of the fields that would be dropped, in the order in which they stand, such as {@code
     * spec.list[0].x}.
     */
    public static List<String> unknown(StructuralSchema schema, Map<String, Object> object) {
        Pruning pruning = new Pruning();
        pruning.object(schema, object, "", true);
        return pruning.dropped;
    }

    private Object value(StructuralSchema schema, Object value, String path) {
        if (value instanceof Map<?, ?>) {
            return object(schema, Tree.map(value), path, false);
        }
        if (!(value instanceof List<?> list) || schema.items() == null) {
            return value;
        }
        List<Object> items = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            items.add(value(schema.items(), list.get(i), path + "[" + i + "]"));
        }
        return items;
    }

    private Object object(StructuralSchema schema, Map<String, Object> fields, String path, boolean whole) {
        Map<String, Object> kept = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            String below = Tree.child(path, name);
            StructuralSchema property = schema.properties().get(name);
            if ((whole || schema.isEmbedded()) && OF_OBJECTS.contains(name)) {
                kept.put(name, value);
            } else if (property != null) {
                kept.put(name, value(property, value, below));
            } else if (schema.allowsAll()) {
                kept.put(name, value);
            } else if (schema.additional() != null) {
                kept.put(name, value(schema.additional(), value, below));
            } else {
                dropped.add(below);
            }
        });
        return kept;
    }
}
