package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.schema.ApiType;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fills in defaults on JSON trees of any kind, guided by the types of the schema. Requests of simulated components are
 * not JSON: their strategies know their defaults, and bring here only the trees within their objects.
 */
public final class SchemaDefaults {

    private SchemaDefaults() {}

    /** Found when it is first needed; it never changes. */
    private static final class Lazy {
        private static final Set<String> TYPES = typesWithDefaults();
    }

    /** The types that have defaults, or fields of types that have. */
    private static Set<String> typesWithDefaults() {
        Set<String> found = new LinkedHashSet<>(DependentDefaults.types());
        boolean grows = true;
        while (grows) {
            grows = false;
            for (ApiType type : ApiSchema.get().types()) {
                if (!found.contains(type.name()) && (!type.defaults().isEmpty() || leadsTo(found, type))) {
                    found.add(type.name());
                    grows = true;
                }
            }
        }
        return Collections.unmodifiableSet(found);
    }

    private static boolean leadsTo(Set<String> types, ApiType type) {
        for (Field field : type.fields().values()) {
            FieldType inner =
                    field.type().shape() == FieldType.Shape.LIST ? field.type().element() : field.type();
            if (inner.shape() == FieldType.Shape.STRUCT && types.contains(inner.name())) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is anything to fill in on an object of a type. */
    static boolean hasDefaults(String type) {
        return Lazy.TYPES.contains(type);
    }

    /** The tree of an object of a type with all defaults; the given one is left as it is. */
    public static Map<String, Object> fill(String type, Map<String, Object> tree) {
        Map<String, Object> filled = new LinkedHashMap<>(tree);
        ApiSchema.get().type(type).defaults().forEach((field, value) -> {
            if (filled.get(field) == null || filled.get(field).equals("")) {
                filled.put(field, value);
            }
        });
        DependentDefaults.fill(type, filled);
        return descend(type, filled);
    }

    /** The tree with all defaults; the given one when it has them already, so that objects may share it. */
    public static Map<String, Object> complete(String type, Map<String, Object> tree) {
        if (tree == null) {
            return null;
        }
        Map<String, Object> filled = fill(type, tree);
        return filled.equals(tree) ? tree : filled;
    }

    /**
     * A part of the fields of an object of a type, with all defaults within these fields but none beside them; the
     * given one when it has them already.
     */
    public static Map<String, Object> completeFields(String type, Map<String, Object> fields) {
        if (fields.isEmpty()) {
            return fields;
        }
        Map<String, Object> filled = descend(type, new LinkedHashMap<>(fields));
        return filled.equals(fields) ? fields : filled;
    }

    private static Map<String, Object> descend(String type, Map<String, Object> filled) {
        Map<String, Field> fields = ApiSchema.get().fields(type);
        filled.replaceAll((field, value) -> {
            Field known = fields.get(field);
            return known == null ? value : value(known.type(), value);
        });
        return filled;
    }

    private static Object value(FieldType type, Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map && hasDefaults(type.name())) {
            return fill(type.name(), JsonFields.map(value));
        }
        if (type.shape() == FieldType.Shape.LIST
                && type.element().shape() == FieldType.Shape.STRUCT
                && hasDefaults(type.element().name())
                && value instanceof List<?> list) {
            List<Object> items = new ArrayList<>(list.size());
            list.forEach(item -> items.add(value(type.element(), item)));
            return items;
        }
        return value;
    }
}
