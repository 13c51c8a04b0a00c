package dev.wavetank.model.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Whether a tree has nothing that its type does not allow: what {@link TreeCheck} finds when it finds nothing, without
 * the cost of knowing where everything stands. Nearly all trees fit.
 */
final class TreeFit {

    private final Schema schema;

    TreeFit(Schema schema) {
        this.schema = schema;
    }

    boolean fits(String type, Map<?, ?> tree) {
        Map<String, Field> fields = schema.fields(type);
        for (Map.Entry<?, ?> entry : tree.entrySet()) {
            Field field = fields.get((String) entry.getKey());
            if (field == null || !fits(field.type(), entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(FieldType type, Object value) {
        if (value == null) {
            return true;
        }
        return switch (type.shape()) {
            case ANY -> true;
            case STRING -> value instanceof String;
            case BOOL -> value instanceof Boolean;
            case FLOAT64 -> value instanceof Number;
            case INT64 -> value instanceof Long;
            case INT32 -> value instanceof Long number && number.intValue() == number;
            case INT_OR_STRING ->
                value instanceof String || value instanceof Long number && number.intValue() == number;
            case STRUCT -> value instanceof Map<?, ?> tree && fits(type.name(), tree);
            case MAP -> value instanceof Map<?, ?> map && allFit(Objects.requireNonNull(type.element()), map.values());
            case LIST -> value instanceof List<?> list && allFit(Objects.requireNonNull(type.element()), list);
            case BYTES, TIME, QUANTITY -> new TreeCheck(schema).reads(type, value);
        };
    }

    private boolean allFit(FieldType type, Iterable<?> values) {
        for (Object value : values) {
            if (!fits(type, value)) {
                return false;
            }
        }
        return true;
    }
}
