package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.PatchStrategy;
import dev.wavetank.model.schema.Schema;

/** How every field of the API types is treated. */
record MergeKeys(Schema schema) {

    /**
     * How a field is treated.
     *
     * @param parent the type of the map that has the field; null when it is not known
     */
    Treatment of(FieldType parent, String field) {
        if (parent != null && parent.shape() == FieldType.Shape.STRUCT) {
            Field known = schema.fields(parent.name()).get(field);
            return known == null ? Treatment.UNKNOWN : new Treatment(known.type(), known.patch());
        }
        boolean map = parent != null && parent.shape() == FieldType.Shape.MAP;
        return map ? new Treatment(parent.element(), PatchStrategy.NONE) : Treatment.UNKNOWN;
    }
}
