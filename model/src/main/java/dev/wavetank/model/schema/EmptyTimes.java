package dev.wavetank.model.schema;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes times that are not set: as null where the type of Go is no pointer, such as the {@code creationTimestamp} of a
 * pod template. {@code omitempty} does not leave them out, because it does not know empty structs; since v1.34, {@code
 * omitzero} does so with the time of creation.
 */
public final class EmptyTimes {

    private static final String METADATA = "ObjectMeta";

    private final Schema schema;
    private final boolean inMetadata;

    /** For the types of a schema, as a version writes them. */
    public EmptyTimes(Schema schema, KubernetesVersion version) {
        this.schema = schema;
        this.inMetadata = version.has(Feature.NULL_CREATION_TIMES);
    }

    /** Adds them to an object of this type, at any depth. */
    public void addTo(String type, Map<String, Object> object) {
        if (!schema.hasType(type)) {
            return;
        }
        ApiType fields = schema.type(type);
        object.forEach((name, value) -> {
            Field field = fields.fields().get(name);
            if (field != null && value != null) {
                addTo(field.type(), value);
            }
        });
        if (type.equals(METADATA) && !inMetadata) {
            return;
        }
        for (Field field : fields.alwaysWritten()) {
            if (field.type().shape() == FieldType.Shape.TIME && !field.pointer()) {
                object.putIfAbsent(field.name(), null);
            }
        }
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private void addTo(FieldType type, @Nullable Object value) {
        if (type.shape() == FieldType.Shape.STRUCT && value instanceof Map<?, ?> tree) {
            addTo(type.name(), (Map<String, Object>) tree);
        } else if (type.shape() == FieldType.Shape.LIST && value instanceof List<?> list) {
            list.forEach(item -> addTo(Objects.requireNonNull(type.element()), item));
        }
    }
}
