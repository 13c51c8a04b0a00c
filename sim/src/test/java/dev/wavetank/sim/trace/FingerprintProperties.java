package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Equal traces have equal fingerprints; any difference shows. */
class FingerprintProperties {

    private static final List<String> FIELDS = List.of("time", "component", "type", "what", "count");

    record Line(long time, String component, Happened record) {

        /** The same line with one field changed. */
        private Line with(String field, String text, long number) {
            return switch (field) {
                case "time" -> new Line(number, component, record);
                case "component" -> new Line(time, text, record);
                case "type" -> new Line(time, component, new Happened(text, record.what(), record.count()));
                case "what" -> new Line(time, component, new Happened(record.type(), text, record.count()));
                default -> new Line(time, component, new Happened(record.type(), record.what(), number));
            };
        }
    }

    @Property
    void one_changed_field_changes_it(
            @ForAll("lines") @Size(min = 1, max = 20) List<Line> lines,
            @ForAll @IntRange(max = 19) int position,
            @ForAll @IntRange(max = 4) int field,
            @ForAll("texts") String text,
            @ForAll long number) {
        int index = position % lines.size();
        Line changed = lines.get(index).with(FIELDS.get(field), text, number);
        Assume.that(!changed.equals(lines.get(index)));
        List<Line> other = new ArrayList<>(lines);
        other.set(index, changed);

        assertThat(fingerprint(other)).isNotEqualTo(fingerprint(lines));
        assertThat(fingerprint(List.copyOf(lines))).isEqualTo(fingerprint(lines));
    }

    @Property
    void two_exchanged_records_change_it(@ForAll("lines") @Size(2) List<Line> lines) {
        Assume.that(!lines.get(0).equals(lines.get(1)));

        assertThat(fingerprint(List.of(lines.get(1), lines.get(0)))).isNotEqualTo(fingerprint(lines));
    }

    @Property
    void a_missing_record_changes_it(@ForAll("lines") @Size(min = 1, max = 20) List<Line> lines) {
        assertThat(fingerprint(lines.subList(1, lines.size()))).isNotEqualTo(fingerprint(lines));
    }

    /** Characters that move from one text to its neighbour must not go unnoticed. */
    @Property
    void the_border_between_two_texts_counts(@ForAll("texts") String text, @ForAll @IntRange(max = 12) int cut) {
        Assume.that(cut < text.length());
        Line whole = new Line(0, text, new Happened("", "", 0));
        Line parts = new Line(0, text.substring(0, cut), new Happened(text.substring(cut), "", 0));

        assertThat(fingerprint(List.of(whole))).isNotEqualTo(fingerprint(List.of(parts)));
    }

    @Property
    void an_absent_text_is_not_an_empty_one(@ForAll long count) {
        Line absent = new Line(0, "c", new Happened("t", null, count));
        Line empty = new Line(0, "c", new Happened("t", "", count));

        assertThat(fingerprint(List.of(absent))).isNotEqualTo(fingerprint(List.of(empty)));
    }

    @Provide
    Arbitrary<List<Line>> lines() {
        Arbitrary<Happened> records =
                Combinators.combine(texts(), texts(), Arbitraries.longs()).as(Happened::new);
        return Combinators.combine(Arbitraries.longs(), texts(), records)
                .as(Line::new)
                .list();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().ofMaxLength(12);
    }

    private static String fingerprint(List<Line> lines) {
        Trace trace = new Trace();
        lines.forEach(line -> trace.record(line.time(), line.component(), line.record()));
        return trace.fingerprint().hex();
    }
}
