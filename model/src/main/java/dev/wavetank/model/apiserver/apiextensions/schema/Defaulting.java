package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills in what a schema says about absent fields. A null where the schema permits none counts as absent, in objects at
 * least: in lists it stays, and is an error.
 */
public final class Defaulting {

    private Defaulting() {}

    /** The object with its defaults. */
    public static Map<String, Object> defaulted(StructuralSchema schema, Map<String, Object> object) {
        return Tree.map(value(schema, object));
    }

    private static Object value(StructuralSchema schema, Object value) {
        if (value instanceof Map<?, ?>) {
            return object(schema, Tree.map(value));
        }
        if (!(value instanceof List<?> list) || schema.items() == null) {
            return value;
        }
        List<Object> items = new ArrayList<>(list.size());
        for (Object item : list) {
            boolean replaced = isAbsent(schema.items(), item) && schema.items().defaultValue() != null;
            items.add(value(schema.items(), replaced ? Tree.copy(schema.items().defaultValue()) : item));
        }
        return items;
    }

    private static Map<String, Object> object(StructuralSchema schema, Map<String, Object> fields) {
        Map<String, Object> result = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            StructuralSchema property = schema.properties().getOrDefault(name, schema.additional());
            if (property == null) {
                result.put(name, value);
            } else if (!isAbsent(property, value)) {
                result.put(name, value(property, value));
            } else if (property.defaultValue() != null) {
                result.put(name, value(property, Tree.copy(property.defaultValue())));
            }
        });
        schema.properties().forEach((name, property) -> {
            if (!result.containsKey(name) && property.defaultValue() != null) {
                result.put(name, value(property, Tree.copy(property.defaultValue())));
            }
        });
        return result;
    }

    private static boolean isAbsent(StructuralSchema schema, Object value) {
        return value == null && !schema.isNullable();
    }
}
