package dev.wavetank.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class QuantityProperties {
    @Property
    void the_printed_form_is_read_as_the_same_quantity(@ForAll("quantities") Quantity quantity) {
        assertThat(Quantity.parse(quantity.toString())).isEqualTo(quantity).hasSameHashCodeAs(quantity);
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

    /** A sign keeps a text from the short cut that most quantities take. */
    @Property
    void the_short_way_of_reading_gives_the_same(
            @ForAll @LongRange(max = 1_999_999_999_999L) long number, @ForAll("shortSuffixes") String suffix) {
        Quantity shortWay = Quantity.parse(number + suffix);
        Quantity longWay = Quantity.parse("+" + number + suffix);
        assertThat(shortWay).isEqualTo(longWay).hasToString(longWay.toString());
        assertThat(shortWay.format()).isEqualTo(longWay.format());
    }

    @Provide
    Arbitrary<String> shortSuffixes() {
        return Arbitraries.of("", "m", "Ki", "Mi", "Gi", "Ti", "k");
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
