package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.schema.FieldType;
import java.util.List;

/**
 * How a patch treats a field.
 *
 * @param type the field's type; null when it is not known
 * @param strategies any of {@code merge}, {@code replace} and {@code retainKeys}
 * @param key the field that identifies the items of a list; null when the items are not identified by a field
 */
record Treatment(FieldType type, List<String> strategies, String key) {

    boolean merges() {
        return strategies.contains("merge");
    }

    boolean replaces() {
        return strategies.contains("replace");
    }

    boolean retainsKeys() {
        return strategies.contains("retainKeys");
    }

    /** The type of the items, when the field is a list; null when it is not known. */
    FieldType itemType() {
        return type == null ? null : type.element();
    }
}
