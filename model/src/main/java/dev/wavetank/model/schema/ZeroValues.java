package dev.wavetank.model.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that Go writes even when they are empty. Immutable. */
public final class ZeroValues {
    private final Schema schema;

    /** For objects of the types of a schema. */
    public ZeroValues(Schema schema) {
        this.schema = schema;
    }

    /** An empty object of a type: the fields that the API server always writes, empty. */
    public Map<String, Object> of(String type) {
        return in(type, new LinkedHashMap<>());
    }

    /**
     * The object with the fields that the API server always writes, empty where they are not given. It
     * shares what is not changed.
     */
    public Map<String, Object> in(String type, @Nullable Map<String, Object> object) {
        Map<String, Object> result = new LinkedHashMap<>(object);
        if (!schema.hasType(type)) {
            return result;
        }
        for (Field field : schema.type(type).alwaysWritten()) {
            Object value = result.get(field.name());
            if (value == null) {
                result.put(field.name(), zero(field));
            } else if (field.isWrittenAsObject()) {
                result.put(field.name(), in(field.type().name(), map(value)));
            }
        }
        return result;
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private static @Nullable Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private @Nullable Object zero(Field field) {
        if (field.pointer()) {
            return null;
        }
        return switch (field.type().shape()) {
            case STRUCT -> of(field.type().name());
            case STRING -> "";
            case BOOL -> false;
            case INT32, INT64 -> 0L;
            case FLOAT64 -> 0.0;
            case BYTES, ANY, TIME, QUANTITY, INT_OR_STRING, LIST, MAP -> null;
        };
    }
}
