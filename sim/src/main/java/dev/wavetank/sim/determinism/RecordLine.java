package dev.wavetank.sim.determinism;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.ShortText;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Locale;

/** One record of a story, as a line for people: time, component, type and fields. */
final class RecordLine {

    private RecordLine() {}

    static String of(TraceEntry entry) {
        StringBuilder fields = new StringBuilder();
        for (FlatRecord.Field field : FlatRecord.of(entry.record()).fields()) {
            if (field.value() != null) {
                fields.append(' ')
                        .append(field.name())
                        .append('=')
                        .append(ShortText.ofValue(String.valueOf(field.value())));
            }
        }
        String type = entry.record().type();
        return String.format(
                        Locale.ROOT,
                        "%14s  %-26s %-18s%s",
                        VirtualTime.format(entry.time()),
                        entry.component(),
                        type,
                        fields)
                .stripTrailing();
    }
}
