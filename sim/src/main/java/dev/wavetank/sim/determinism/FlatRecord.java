package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record taken apart into its fields, so that records can be compared and read back from text.
 *
 * @param type type of the record
 * @param fields its fields, in order
 */
record FlatRecord(String type, List<Field> fields) implements TraceRecord {

    /**
     * One field.
     *
     * @param name its name
     * @param value a String, a Long, or null for a text that is absent
     */
    record Field(String name, @Nullable Object value) {}

    /** The record taken apart. */
    static FlatRecord of(TraceRecord record) {
        if (record instanceof FlatRecord flat) {
            return flat;
        }
        List<Field> fields = new ArrayList<>();
        record.describe(new Fields() {
            @Override
            public Fields text(String name, @Nullable String value) {
                fields.add(new Field(name, value));
                return this;
            }

            @Override
            public Fields number(String name, long value) {
                fields.add(new Field(name, value));
                return this;
            }
        });
        return new FlatRecord(record.type(), fields);
    }

    @Override
    public void describe(Fields out) {
        for (Field field : fields) {
            if (field.value() instanceof Long number) {
                out.number(field.name(), number);
            } else {
                out.text(field.name(), (String) field.value());
            }
        }
    }
}
