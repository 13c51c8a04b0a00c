package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** The text forms of virtual time. */
class VirtualTimeProperties {

    @Property
    void parse_reads_back_what_span_writes(@ForAll @LongRange(min = 0, max = VirtualTime.SPAN_MAX) long nanos) {
        assertThat(VirtualTime.parse(VirtualTime.span(nanos))).isEqualTo(nanos);
    }

    @Property
    void parse_reads_back_what_span_writes_of_round_numbers(@ForAll @LongRange(min = 0, max = 100_000) long units) {
        for (long unit : List.of(VirtualTime.MILLISECOND, VirtualTime.SECOND, VirtualTime.MINUTE)) {
            assertThat(VirtualTime.parse(VirtualTime.span(units * unit))).isEqualTo(units * unit);
        }
    }

    @Property
    void format_is_the_decimal_number_of_seconds_cut_to_microseconds(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, 9).setScale(6, RoundingMode.DOWN);

        assertThat(VirtualTime.format(nanos)).isEqualTo(seconds.toPlainString() + "s");
    }

    @Example
    void spans_read_as_people_write_them() {
        assertThat(VirtualTime.span(0)).isEqualTo("0s");
        assertThat(VirtualTime.span(90 * VirtualTime.SECOND)).isEqualTo("1m30s");
        assertThat(VirtualTime.span(250 * VirtualTime.MILLISECOND)).isEqualTo("250ms");
        assertThat(VirtualTime.span(VirtualTime.HOUR + 1)).isEqualTo("1h1ns");
        assertThat(VirtualTime.span(-90 * VirtualTime.SECOND)).isEqualTo("-1m30s");
    }

    @Example
    void parse_takes_fractions_and_sums() {
        assertThat(VirtualTime.parse("1.5s")).isEqualTo(1_500_000_000L);
        assertThat(VirtualTime.parse("1h30m")).isEqualTo(90 * VirtualTime.MINUTE);
        assertThat(VirtualTime.parse("2m0.25s")).isEqualTo(120_250_000_000L);
        assertThat(VirtualTime.parse("7us")).isEqualTo(7_000);
        assertThat(VirtualTime.parse("1.9ns")).isEqualTo(1);
    }

    @Example
    void parse_names_what_it_cannot_read() {
        for (String text : List.of("", "5", "s", "-1s", "1 s", "1s ", "1x", "1.s", "10m5", "1e3s")) {
            assertThatThrownBy(() -> VirtualTime.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("'" + text + "' is not a span of time");
        }
    }

    @Example
    void parse_says_when_a_span_does_not_fit() {
        for (String text : List.of("999999999999h", "2562047h2562047h", "2562047h", "87600h1ns")) {
            assertThatThrownBy(() -> VirtualTime.parse(text))
                    .hasMessage("'" + text + "' is too long a span of time: write at most 87600h, which is ten years");
        }
    }
}
