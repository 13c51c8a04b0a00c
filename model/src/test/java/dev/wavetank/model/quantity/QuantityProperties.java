package dev.wavetank.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class QuantityProperties {
    @Property
    void the_printed_form_is_read_as_the_same_quantity(@ForAll("quantities") Quantity quantity) {
        assertThat(Quantity.parse(quantity.toString())).isEqualTo(quantity).hasSameHashCodeAs(quantity);
    }

    /** A sign is beyond what the short way reads. */
    @Property
    void the_short_way_reads_what_the_whole_grammar_reads(
            @ForAll @LongRange(min = 0, max = 2_000_000_000_000_000_000L) long number,
            @ForAll @IntRange(max = 18) int dropped,
            @ForAll("suffixes") String suffix) {
        String digits = Long.toString(number);
        String text = digits.substring(Math.min(dropped, digits.length() - 1)) + suffix;
        Quantity plain = Quantity.parse(text);
        Quantity whole = Quantity.parse("+" + text);
        assertThat(plain).isEqualTo(whole).hasSameHashCodeAs(whole);
        assertThat(plain.format()).isEqualTo(whole.format());
        assertThat(plain.milliValue()).isEqualTo(whole.milliValue());
    }

    @Provide
    Arbitrary<String> suffixes() {
        return Arbitraries.of(
                "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3");
    }

    @Property
    void sums_are_exact(@ForAll("quantities") Quantity a, @ForAll("quantities") Quantity b) {
        assertThat(a.plus(b).amount()).isEqualByComparingTo(a.amount().add(b.amount()));
        assertThat(a.plus(b).minus(b)).isEqualByComparingTo(a);
    }

    @Property
    void the_order_is_that_of_the_amounts(@ForAll("quantities") Quantity a, @ForAll("quantities") Quantity b) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(a.amount().compareTo(b.amount()));
        assertThat(a.compareTo(b)).isEqualTo(-b.compareTo(a));
    }

    @Provide
    Arbitrary<Quantity> quantities() {
        Arbitrary<String> numbers = Arbitraries.oneOf(
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.longs().between(-5000, 5000).map(String::valueOf),
                Arbitraries.bigDecimals().ofScale(4).map(number -> number.toPlainString()));
        Arbitrary<String> suffixes = Arbitraries.of(
                "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "e-2",
                "E7");
        return Combinators.combine(numbers, suffixes).as((number, suffix) -> Quantity.parse(number + suffix));
    }
}
