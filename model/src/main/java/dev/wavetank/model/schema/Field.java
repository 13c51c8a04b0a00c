package dev.wavetank.model.schema;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.Since;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A field of an API type.
 *
 * @param name the name in JSON
 * @param type the values that it takes
 * @param always whether it is written even when it is empty
 * @param pointer whether it is a pointer in Go, so that none is written as null, and zero is not the same as none
 * @param defaultValue the value, as a JSON tree, of a field that a body leaves out
 * @param patch how a strategic merge patch treats it
 * @param marker what one manager of fields can own in it
 * @param since the first version of Kubernetes whose API has the field; empty when all have it
 * @param kept the first version whose server keeps it, later than {@code since}; empty when all that have it do
 */
@RecordBuilder
public record Field(
        String name,
        FieldType type,
        boolean always,
        boolean pointer,
        Optional<Object> defaultValue,
        PatchStrategy patch,
        MergeMarker marker,
        Optional<Since> since,
        Optional<Since> kept)
        implements FieldBuilder.With {

    /** A field that is described by its type only. */
    public static Field of(String name, FieldType type) {
        return new Field(
                name,
                type,
                false,
                false,
                Optional.empty(),
                PatchStrategy.NONE,
                MergeMarker.NONE,
                Optional.empty(),
                Optional.empty());
    }

    /** Whether the API of a version has the field. */
    public boolean isIn(KubernetesVersion version) {
        return since.map(came -> came.isIn(version)).orElse(true);
    }

    /** Whether the server of a version keeps the field of a new object. */
    public boolean isKeptIn(KubernetesVersion version) {
        return isIn(version) && kept.map(came -> came.isIn(version)).orElse(true);
    }

    /**
     * Whether a value says nothing: Go decodes it into what the field has anyway, and {@code omitempty} leaves it out
     * when the object is written. What a pointer points to is kept, and structs are never empty.
     *
     * @param value from a JSON tree
     */
    public boolean omits(Object value) {
        return !always && !pointer && isZero(value);
    }

    private boolean isZero(Object value) {
        return switch (type.shape()) {
            case STRING, BYTES -> value instanceof String text && text.isEmpty();
            case BOOL -> value.equals(Boolean.FALSE);
            case INT32, INT64, FLOAT64 -> value instanceof Number number && number.doubleValue() == 0;
            case LIST -> value instanceof List<?> list && list.isEmpty();
            case MAP -> value instanceof Map<?, ?> map && map.isEmpty();
            case STRUCT, ANY, TIME, QUANTITY, INT_OR_STRING -> false;
        };
    }

    /** Whether an empty one is written as an object with the fields that its type always writes. */
    public boolean isWrittenAsObject() {
        return always && !pointer && type.shape() == FieldType.Shape.STRUCT;
    }
}
