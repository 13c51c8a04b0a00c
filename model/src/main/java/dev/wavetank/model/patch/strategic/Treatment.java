package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.PatchStrategy;

/**
 * How a patch treats a field.
 *
 * @param type the field's type; null when it is not known
 * @param strategy what the patch does to lists and objects
 */
record Treatment(FieldType type, PatchStrategy strategy) {
    /** Of a field that the schema does not have: as in a merge patch. */
    static final Treatment UNKNOWN = new Treatment(null, PatchStrategy.NONE);

    boolean merges() {
        return strategy.merges();
    }

    boolean replaces() {
        return strategy.replaces();
    }

    boolean retainsKeys() {
        return strategy.retainsKeys();
    }

    /** The field that identifies the items of a list; empty when the items are plain values. */
    String key() {
        return strategy.key();
    }

    /** The type of the items, when the field is a list; null when it is not known. */
    FieldType itemType() {
        return type == null ? null : type.element();
    }
}
