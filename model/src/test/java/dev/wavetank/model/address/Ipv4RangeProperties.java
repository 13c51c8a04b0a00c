package dev.wavetank.model.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class Ipv4RangeProperties {

    @Property
    void an_address_is_read_as_it_is_written(@ForAll @LongRange(max = 0xFFFFFFFFL) long address) {
        assertThat(Ipv4.parse(Ipv4.text(address))).hasValue(address);
    }

    @Property
    void a_range_is_read_as_it_is_written(
            @ForAll @LongRange(max = 0xFFFFFFFFL) long address, @ForAll @IntRange(max = 32) int prefix) {
        Ipv4Range range = new Ipv4Range(address, prefix);
        assertThat(Ipv4Range.parse(range.toString())).hasValue(range);
        assertThat(Ipv4Range.parse(Ipv4.text(address) + "/" + prefix)).hasValue(range);
    }

    @Property
    void a_range_has_the_addresses_that_begin_as_it_does(
            @ForAll @LongRange(max = 0xFFFFFFFFL) long one,
            @ForAll @LongRange(max = 0xFFFFFFFFL) long other,
            @ForAll @IntRange(max = 32) int prefix) {
        Ipv4Range range = new Ipv4Range(one, prefix);
        assertThat(range.contains(one)).isTrue();
        assertThat(range.contains(other)).isEqualTo(one >>> 32 - prefix == other >>> 32 - prefix);
        assertThat(range.last() - range.first() + 1).isEqualTo(range.size());
        assertThat(range.contains(range.first() - 1) || range.contains(range.last() + 1))
                .isFalse();
    }

    @Example
    void other_texts_are_no_addresses_and_no_ranges() {
        for (String text :
                new String[] {"", "10.0.0", "10.0.0.0.0", "10.0.0.256", "10.0.0.-1", "10.0..1", "0010.0.0.1", "a.b.c.d"
                }) {
            assertThat(Ipv4.parse(text)).as(text).isEmpty();
            assertThat(Ipv4Range.parse(text + "/8")).as(text).isEmpty();
        }
        for (String text : new String[] {"10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "/8"}) {
            assertThat(Ipv4Range.parse(text)).as(text).isEmpty();
        }
        assertThatThrownBy(() -> new Ipv4Range(0, 33)).hasMessageContaining("33 bits");
    }
}
