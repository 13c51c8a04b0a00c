package dev.wavetank.model.apiserver.apiextensions.schema;

import dev.wavetank.model.schema.ApiType;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.MergeMarker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A structural schema as types of the API, by which ownership of fields is tracked. Immutable.
 *
 * <p>Objects that keep fields that they do not declare have no type: what can be owned in them follows from the object
 * itself. A list within a list is owned as a whole.
 */
public final class SchemaTypes {

    /** The name of the type of whole objects. */
    public static final String ROOT = "CustomResource";

    private static final FieldType TEXT = new FieldType(FieldType.Shape.STRING, "string", null);
    private static final FieldType METADATA = new FieldType(FieldType.Shape.STRUCT, "ObjectMeta", null);

    private final List<ApiType> types = new ArrayList<>();

    /** The types of a schema of whole objects. */
    public SchemaTypes(StructuralSchema schema) {
        List<Field> fields = fields(schema, ROOT);
        fields.add(Field.of("apiVersion", TEXT));
        fields.add(Field.of("kind", TEXT));
        fields.add(Field.of("metadata", METADATA));
        types.add(new ApiType(ROOT, fields, MergeMarker.NONE));
    }

    /** All types. */
    public List<ApiType> types() {
        return Collections.unmodifiableList(types);
    }

    private List<Field> fields(StructuralSchema schema, String name) {
        List<Field> fields = new ArrayList<>();
        schema.properties()
                .forEach((field, property) -> fields.add(Field.of(field, type(property, name + "/" + field))
                        .withDefaultValue(Optional.ofNullable(property.defaultValue()))
                        .withMarker(marker(property))));
        return fields;
    }

    private static MergeMarker marker(StructuralSchema schema) {
        if (schema.type().equals("array")) {
            return switch (schema.listType()) {
                case "set" -> MergeMarker.of(MergeMarker.Kind.LIST_SET, List.of());
                case "map" -> MergeMarker.of(MergeMarker.Kind.LIST_MAP, schema.listMapKeys());
                default -> MergeMarker.NONE;
            };
        }
        boolean whole = schema.mapType().equals("atomic") && schema.additional() != null;
        return whole ? MergeMarker.of(MergeMarker.Kind.MAP_ATOMIC, List.of()) : MergeMarker.NONE;
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
        MergeMarker.Kind whole =
                schema.mapType().equals("atomic") ? MergeMarker.Kind.STRUCT_ATOMIC : MergeMarker.Kind.NONE;
        types.add(new ApiType(name, fields(schema, name), MergeMarker.of(whole, List.of())));
        return new FieldType(FieldType.Shape.STRUCT, name, null);
    }

    private static FieldType any() {
        return new FieldType(FieldType.Shape.ANY, "any", null);
    }
}
