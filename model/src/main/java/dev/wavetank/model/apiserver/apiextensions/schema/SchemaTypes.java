package dev.wavetank.model.apiserver.apiextensions.schema;

import dev.wavetank.model.schema.FieldType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A structural schema as types with fields, which is how ownership of fields is told. Immutable.
 *
 * <p>Objects that keep what they do not declare are of no type: what can be owned in them is told by the object itself.
 * A list within a list is owned as a whole.
 */
public final class SchemaTypes {

    /** The name of the type of whole objects. */
    public static final String ROOT = "CustomResource";

    private static final FieldType TEXT = new FieldType(FieldType.Shape.STRING, "string", null);
    private static final FieldType METADATA = new FieldType(FieldType.Shape.STRUCT, "ObjectMeta", null);

    private final Map<String, Map<String, FieldType>> types = new TreeMap<>();
    private final Map<String, List<String>> markers = new LinkedHashMap<>();

    /** The types of a schema of whole objects. */
    public SchemaTypes(StructuralSchema schema) {
        Map<String, FieldType> fields = struct(schema, ROOT);
        fields.put("apiVersion", TEXT);
        fields.put("kind", TEXT);
        fields.put("metadata", METADATA);
    }

    /** The fields of every type, by its name. */
    public Map<String, Map<String, FieldType>> types() {
        return Collections.unmodifiableMap(types);
    }

    /** What one manager can own, in the words of {@code topology.txt}, by type. */
    public Map<String, List<String>> markers() {
        return Collections.unmodifiableMap(markers);
    }

    private Map<String, FieldType> struct(StructuralSchema schema, String name) {
        Map<String, FieldType> fields = new TreeMap<>();
        types.put(name, fields);
        schema.properties().forEach((field, property) -> {
            fields.put(field, type(property, name + "/" + field));
            mark(name, field, property);
        });
        return fields;
    }

    private void mark(String type, String field, StructuralSchema schema) {
        List<String> words = markers.computeIfAbsent(type, missing -> new ArrayList<>());
        boolean list = schema.type().equals("array");
        if (list && schema.listType().equals("set")) {
            words.add(field + ":set");
        } else if (list && schema.listType().equals("map")) {
            List<String> keys = new ArrayList<>();
            for (String key : schema.listMapKeys()) {
                StructuralSchema property = schema.items() == null
                        ? null
                        : schema.items().properties().get(key);
                Object otherwise = property == null ? null : property.defaultValue();
                keys.add(otherwise instanceof String ? key + "=" + otherwise : key);
            }
            words.add(field + ":map(" + String.join(",", keys) + ")");
        } else if (!list && schema.mapType().equals("atomic") && schema.additional() != null) {
            words.add(field + ":atomic");
        }
    }

    private FieldType type(StructuralSchema schema, String name) {
        if (schema.isIntOrString()) {
            return new FieldType(FieldType.Shape.INT_OR_STRING, "intstr.IntOrString", null);
        }
        return switch (schema.type()) {
            case "string" -> TEXT;
            case "boolean" -> new FieldType(FieldType.Shape.BOOL, "bool", null);
            case "integer" -> new FieldType(FieldType.Shape.INT64, "int64", null);
            case "number" -> new FieldType(FieldType.Shape.FLOAT64, "float64", null);
            case "array" -> {
                FieldType element = schema.items() == null ? any() : type(schema.items(), name + "/item");
                yield new FieldType(FieldType.Shape.LIST, "[]" + element.name(), element);
            }
            case "object" -> object(schema, name);
            default -> any();
        };
    }

    private FieldType object(StructuralSchema schema, String name) {
        if (schema.allowsAll() || schema.isEmbedded()) {
            return any();
        }
        if (schema.additional() != null) {
            FieldType element = type(schema.additional(), name + "/value");
            return new FieldType(FieldType.Shape.MAP, "map[string]" + element.name(), element);
        }
        struct(schema, name);
        if (schema.mapType().equals("atomic")) {
            markers.computeIfAbsent(name, missing -> new ArrayList<>()).add("atomic");
        }
        return new FieldType(FieldType.Shape.STRUCT, name, null);
    }

    private static FieldType any() {
        return new FieldType(FieldType.Shape.ANY, "any", null);
    }
}
