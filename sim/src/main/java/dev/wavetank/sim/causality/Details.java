package dev.wavetank.sim.causality;

import dev.wavetank.sim.trace.ShortText;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a record that add information to its line.
 *
 * @param words the record that the line has its actor, verb and subject from
 * @param entry the record with the fields
 * @param before the record of the subject's previous state, or null; with it only changed fields are shown
 * @param complete whether zeros and identities (UUIDs) of a new subject are shown, too
 */
record Details(TraceEntry words, TraceEntry entry, @Nullable TraceEntry before, boolean complete) {

    private static final Pattern UUID = Pattern.compile("([0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** {@code name=value} for each of them; {@code name=old->new} where a value changed. */
    String text() {
        Map<String, String> old = before == null ? new LinkedHashMap<>() : fields(before.record());
        StringJoiner text = new StringJoiner(" ");
        fields(entry.record()).forEach((name, value) -> {
            String was = old.get(name);
            if (was != null && !was.equals(value)) {
                text.add(name + "=" + shortened(was) + "->" + (value == null ? "none" : shortened(value)));
            } else if (was == null && value != null && isNews(value)) {
                text.add(name + "=" + shortened(value));
            }
        });
        return text.toString();
    }

    /** Whether the field is neither empty nor a repetition of the actor, the verb or a part of the subject. */
    private boolean isNews(String value) {
        return (complete || !value.equals("0") && !UUID.matcher(value).matches())
                && !value.equals(words.actor())
                && !plain(value).equals(plain(words.record().verb()))
                && !("/" + words.record().subject() + "/").contains("/" + value + "/");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
    }

    private static String shortened(String value) {
        return ShortText.ofValue(UUID.matcher(value).replaceAll("$1"));
    }

    private static Map<String, String> fields(TraceRecord record) {
        Map<String, String> fields = new LinkedHashMap<>();
        record.describe(new TraceRecord.Fields() {
            @Override
            public TraceRecord.Fields text(String name, @Nullable String value) {
                fields.put(name, value);
                return this;
            }

            @Override
            public TraceRecord.Fields number(String name, long value) {
                fields.put(name, Long.toString(value));
                return this;
            }
        });
        return fields;
    }
}
