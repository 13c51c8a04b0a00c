package dev.wavetank.model.codec;

import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Drops what a type has no field for, without a word: how servers decoded before they validated fields (v1.25). */
public final class UnknownFields {

    private UnknownFields() {}

    /** A copy of the tree with known fields only. Nulls are dropped as well: they say nothing. */
    public static Map<String, Object> drop(Schema schema, String type, Map<String, ?> tree) {
        Map<String, FieldType> fields = schema.fields(type);
        Map<String, Object> known = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            FieldType field = fields.get(name);
            if (field != null && value != null) {
                known.put(name, value(schema, field, value));
            }
        });
        return known;
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private static Object value(Schema schema, FieldType type, Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map<?, ?> tree) {
            return drop(schema, type.name(), (Map<String, ?>) tree);
        }
        if (type.shape() == FieldType.Shape.LIST && value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(value(schema, type.element(), item)));
            return items;
        }
        if (type.shape() == FieldType.Shape.MAP && value instanceof Map<?, ?> map) {
            Map<String, Object> entries = new LinkedHashMap<>();
            ((Map<String, ?>) map).forEach((key, item) -> entries.put(key, value(schema, type.element(), item)));
            return entries;
        }
        return value;
    }
}
