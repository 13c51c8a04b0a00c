package dev.wavetank.model.podnetwork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

class RangeMapProperties {

    @Provide
    Arbitrary<Ipv4Range> ranges() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 0xFF),
                        Arbitraries.integers().between(22, 32))
                .as((part, prefix) -> new Ipv4Range(part << 4, prefix));
    }

    @Property
    void the_longest_prefix_wins_whatever_was_put_and_removed(
            @ForAll @Size(max = 20) List<@From("ranges") Ipv4Range> put,
            @ForAll @Size(max = 8) List<@From("ranges") Ipv4Range> removed) {
        RangeMap<String> map = new RangeMap<>();
        List<Ipv4Range> left = new ArrayList<>();
        put.forEach(range -> {
            map.put(range, range.toString());
            left.remove(range);
            left.add(range);
        });
        removed.forEach(range -> {
            map.remove(range);
            left.remove(range);
        });
        for (long address = 0; address < 0x1200; address += 3) {
            long asked = address;
            Optional<String> expected = left.stream()
                    .filter(range -> range.contains(asked))
                    .max((one, other) -> Integer.compare(one.prefix(), other.prefix()))
                    .map(Ipv4Range::toString);
            assertThat(map.of(asked)).isEqualTo(expected);
        }
        assertThat(map.entries()).hasSize(left.size());
    }
}
