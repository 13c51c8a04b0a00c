package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.RandomStream;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PublicationsTest {

    @Test
    void a_version_far_ahead_costs_one_page() {
        Publications publications = new Publications();
        publications.put(1, 11);
        publications.put(1_000_000_000_000L, 12);
        publications.put(Long.MAX_VALUE, 13);

        assertThat(publications.get(1)).isEqualTo(11);
        assertThat(publications.get(1_000_000_000_000L)).isEqualTo(12);
        assertThat(publications.get(Long.MAX_VALUE)).isEqualTo(13);
        assertThat(publications.get(1_000_000_000_001L)).isZero();
        assertThat(publications.get(500_000)).isZero();
        assertThat(publications.capacity()).isLessThan(1_000);
    }

    @Test
    void what_was_dropped_is_unknown_and_takes_no_room() {
        Publications publications = new Publications();
        for (long version = 1; version <= 10_000; version++) {
            publications.put(version, version);
        }
        publications.dropBefore(9_999);

        assertThat(publications.get(1)).isZero();
        assertThat(publications.get(9_999)).isEqualTo(9_999);
        assertThat(publications.capacity()).isLessThan(1_000);
        publications.dropBefore(1_000_000);
        assertThat(publications.get(10_000)).isZero();
        publications.put(10_000, 7);
        assertThat(publications.get(10_000)).isEqualTo(7);
    }

    @Property(tries = 100)
    void it_remembers_what_a_map_would(@ForAll long seed) {
        RandomStream random = RandomStream.of(seed, "versions");
        Publications publications = new Publications();
        Map<Long, Long> expected = new TreeMap<>();
        for (long record = 1; record <= 300; record++) {
            long version = random.nextInt(3) == 0 ? random.nextLong(1L << 40) : random.nextLong(2_000);
            publications.put(version, record);
            expected.put(version, record);
        }
        for (long version = -1; version < 2_010; version++) {
            expected.putIfAbsent(version, 0L);
        }
        expected.forEach(
                (version, record) -> assertThat(publications.get(version)).isEqualTo(record));
    }
}
