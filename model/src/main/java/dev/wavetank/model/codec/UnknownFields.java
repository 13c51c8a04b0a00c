package dev.wavetank.model.codec;

import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Drops what a type has no field for, without a word: how servers decoded before they validated fields (v1.25). */
public final class UnknownFields {

    private UnknownFields() {}

    /** A copy of a whole object with known fields only, and its spec and status: structs of Go are always there. */
    public static Map<String, Object> dropFromObject(Schema schema, String type, Map<String, ?> tree) {
        Map<String, Object> known = drop(schema, type, tree);
        schema.fields(type).forEach((name, field) -> {
            if (field.type().shape() == FieldType.Shape.STRUCT && (name.equals("spec") || name.equals("status"))) {
                known.putIfAbsent(name, new LinkedHashMap<>());
            }
        });
        return known;
    }

    /** A copy of the tree with known fields only. Nulls and what Go omits are dropped as well: they say nothing. */
    public static Map<String, Object> drop(Schema schema, String type, Map<String, ?> tree) {
        Map<String, Field> fields = schema.fields(type);
        Map<String, Object> known = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            Field field = fields.get(name);
            if (field != null && value != null && !field.omits(value)) {
                known.put(name, value(schema, field.type(), value));
            }
        });
        return known;
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private static @Nullable Object value(Schema schema, FieldType type, @Nullable Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map<?, ?> tree) {
            return drop(schema, type.name(), (Map<String, ?>) tree);
        }
        if (type.shape() == FieldType.Shape.LIST && value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(value(
                    schema,
                    Objects.requireNonNull(type.element()),
                    item == null ? NullValues.of(Objects.requireNonNull(type.element())) : item)));
            return items;
        }
        if (type.shape() == FieldType.Shape.MAP && value instanceof Map<?, ?> map) {
            Map<String, Object> entries = new LinkedHashMap<>();
            ((Map<String, ?>) map).forEach((key, item) -> {
                Object given = item == null ? NullValues.of(Objects.requireNonNull(type.element())) : item;
                if (given != null) {
                    entries.put(key, value(schema, Objects.requireNonNull(type.element()), given));
                }
            });
            return entries;
        }
        return value;
    }
}
