package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text in a trace that Java probably generated: a default {@code toString} such as {@code Foo@1b2c3d}, or the name
 * of a lambda. Such texts differ between JVMs, even when two of them happen to agree.
 *
 * @param entry the first record that has it
 * @param field the field
 * @param text the part of the field that looks so
 */
public record SuspiciousText(TraceEntry entry, String field, String text) {

    /** An identity hash has at most eight digits; what goes on after them is an address or a digest. */
    private static final Pattern MADE_UP =
            Pattern.compile("[\\w.$\\[;]*@[0-9a-f]{5,8}(?![\\w-]|\\.\\w)|[\\w.$]*\\$\\$Lambda[\\w./$]*");

    /** The first of each kind of record and field. */
    static @Nullable List<SuspiciousText> in(List<TraceEntry> entries) {
        Map<String, SuspiciousText> found = new LinkedHashMap<>();
        for (TraceEntry entry : entries) {
            for (FlatRecord.Field field : FlatRecord.of(entry.record()).fields()) {
                String madeUp = madeUp(field.value());
                if (madeUp != null) {
                    found.putIfAbsent(
                            entry.record().type() + " " + field.name(),
                            new SuspiciousText(entry, field.name(), madeUp));
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    /** The part of a value that looks made up, or null. */
    static @Nullable String madeUp(@Nullable Object value) {
        if (!(value instanceof String text) || (text.indexOf('@') < 0 && !text.contains("$$Lambda"))) {
            return null;
        }
        Matcher matcher = MADE_UP.matcher(text);
        return matcher.find() ? matcher.group() : null;
    }

    /** In one sentence: what, where, how to mend. */
    @Override
    public String toString() {
        return "record " + entry.number() + ", " + entry.record().type() + " of " + entry.component() + ": "
                + field + " has '" + text + "', which looks like a default toString or the name of a lambda and"
                + " differs between JVMs: write a name instead";
    }
}
