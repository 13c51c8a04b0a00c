package dev.wavetank.model.apiserver.resource;

import java.util.LinkedHashMap;
import java.util.Map;

/** Schemas of {@code apiextensions.k8s.io/v1beta1}, which may leave types out, as structural schemas. */
final class OldSchema {

    private static final String TYPE = "type";
    private static final String OBJECT = "object";
    private static final String ITEMS = "items";
    private static final String PROPERTIES = "properties";
    private static final String ADDITIONAL = "additionalProperties";
    private static final String KEEPS_UNKNOWN = "x-kubernetes-preserve-unknown-fields";
    private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

    private OldSchema() {}

    /**
     * The schema of whole objects, as v1 wants it.
     *
     * @param schema null when everything is allowed
     * @param keepsUnknown whether fields that it does not name are kept, in every object
     */
    static Map<String, Object> completed(Object schema, boolean keepsUnknown) {
        Map<String, Object> root = value(Conversion.map(schema), keepsUnknown);
        root.put(TYPE, OBJECT);
        if (schema == null) {
            root.put(KEEPS_UNKNOWN, true);
        }
        return root;
    }

    private static Map<String, Object> value(Map<String, Object> schema, boolean keepsUnknown) {
        if (schema.get(TYPE) == null && !Boolean.TRUE.equals(schema.get(INT_OR_STRING))) {
            if (schema.containsKey(PROPERTIES) || schema.get(ADDITIONAL) instanceof Map) {
                schema.put(TYPE, OBJECT);
            } else if (schema.containsKey(ITEMS)) {
                schema.put(TYPE, "array");
            } else {
                schema.put(KEEPS_UNKNOWN, true);
            }
        }
        schema.computeIfPresent(ITEMS, (field, items) -> value(Conversion.map(items), keepsUnknown));
        schema.computeIfPresent(
                ADDITIONAL,
                (field, any) -> any instanceof Map ? value(Conversion.map(any), keepsUnknown) : any);
        schema.computeIfPresent(PROPERTIES, (field, properties) -> {
            Map<String, Object> changed = new LinkedHashMap<>();
            Conversion.map(properties)
                    .forEach((name, property) -> changed.put(name, value(Conversion.map(property), keepsUnknown)));
            return changed;
        });
        if (keepsUnknown && OBJECT.equals(schema.get(TYPE)) && !schema.containsKey(ADDITIONAL)) {
            schema.put(KEEPS_UNKNOWN, true);
        }
        return schema;
    }
}
