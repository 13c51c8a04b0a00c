package dev.wavetank.model.schema;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * A field of an API type.
 *
 * @param name the name in JSON
 * @param type the values that it takes
 * @param always whether it is written even when it is empty
 * @param pointer whether it is a pointer in Go, so that an empty one is written as null
 * @param defaultValue the value, as a JSON tree, of a field that a body leaves out
 * @param patch how a strategic merge patch treats it
 * @param marker what one manager of fields can own in it
 */
@RecordBuilder
public record Field(
        String name,
        FieldType type,
        boolean always,
        boolean pointer,
        Optional<Object> defaultValue,
        PatchStrategy patch,
        MergeMarker marker)
        implements FieldBuilder.With {

    /** A field of which only the type matters. */
    public static Field of(String name, FieldType type) {
        return new Field(name, type, false, false, Optional.empty(), PatchStrategy.NONE, MergeMarker.NONE);
    }

    /** Whether an empty one is written as an object with the fields that its type always writes. */
    public boolean isWrittenAsObject() {
        return always && !pointer && type.shape() == FieldType.Shape.STRUCT;
    }
}
