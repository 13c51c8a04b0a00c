package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a merged tree can become an object of its type again. Unlike bodies, which are decoded, the API server
 * converts a merged tree value by value, and says only which type it could not make.
 */
record Restoration(Schema schema) {

    /** The first thing that does not fit, in the API server's words. Unknown fields do not count. */
    Optional<String> mistake(FieldType type, Object value) {
        if (value == null) {
            return Optional.empty();
        }
        return switch (type.shape()) {
            case STRUCT ->
                value instanceof Map<?, ?> map
                        ? ofFields(schema.fields(type.name()).values(), map)
                        : Optional.of("cannot restore struct from: " + kind(value));
            case MAP ->
                value instanceof Map<?, ?> map
                        ? ofItems(type.element(), map.values())
                        : Optional.of("cannot restore map from " + kind(value));
            case LIST ->
                value instanceof List<?> list
                        ? ofItems(type.element(), list)
                        : Optional.of("cannot restore slice from " + kind(value));
            case STRING -> scalar(type, "string", value instanceof String, value instanceof Long, value);
            case BOOL -> scalar(type, "bool", value instanceof Boolean, false, value);
            case INT32 -> number(type, "int32", value);
            case INT64 -> number(type, "int64", value);
            case FLOAT64 -> scalar(type, "float64", value instanceof Double, value instanceof Long, value);
            // These read themselves; what they refuse, they refuse in bodies too.
            case BYTES, ANY, TIME, QUANTITY, INT_OR_STRING -> Optional.empty();
        };
    }

    private Optional<String> ofFields(Collection<Field> fields, Map<?, ?> values) {
        for (Field field : fields) {
            Optional<String> mistake = mistake(field.type(), values.get(field.name()));
            if (mistake.isPresent()) {
                return mistake;
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofItems(FieldType type, Collection<?> items) {
        for (Object item : items) {
            Optional<String> mistake = mistake(type, item);
            if (mistake.isPresent()) {
                return mistake;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> number(FieldType type, String kind, Object value) {
        boolean whole = value instanceof Long || value instanceof Double number && number == Math.rint(number);
        return scalar(type, kind, whole, value instanceof Double, value);
    }

    /**
     * A value that has to fit as it is.
     *
     * @param convertible whether Go could convert it, which JSON does not allow
     */
    private static Optional<String> scalar(
            FieldType type, String kind, boolean fits, boolean convertible, Object value) {
        if (fits) {
            return Optional.empty();
        }
        return Optional.of(
                convertible
                        ? "cannot convert " + GoText.type(value) + " to " + Objects.toString(type.name(), kind)
                        : "unrecognized type: " + kind);
    }

    private static String kind(Object value) {
        if (value instanceof Map<?, ?>) {
            return "map";
        }
        return value instanceof List<?> ? "slice" : GoText.type(value);
    }
}
