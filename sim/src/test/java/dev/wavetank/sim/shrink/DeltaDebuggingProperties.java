package dev.wavetank.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is left fails, and not one part of it is superfluous, however the parts work together. */
class DeltaDebuggingProperties {

    /** Not monotone: parts can also heal each other, as choices of a run do. */
    @Property
    void what_is_left_fails_and_no_single_part_can_be_left_out(
            @ForAll @IntRange(max = 40) int size,
            @ForAll @Size(max = 6) Set<@IntRange(max = 39) Integer> guilty,
            @ForAll @IntRange(min = 1, max = 3) int modulus) {
        List<Integer> whole = IntStream.range(0, size).boxed().toList();
        FailurePredicate<Integer> fails = parts -> parts.equals(whole)
                || parts.stream().filter(guilty::contains).count() >= Math.min(2, guilty.size())
                        && parts.size() % modulus == 0;

        DeltaDebugging.Minimum<Integer> minimum = DeltaDebugging.minimize(whole, fails, Integer.MAX_VALUE);

        assertThat(minimum.minimal()).isTrue();
        assertThat(fails.fails(minimum.parts())).isTrue();
        assertThat(minimum.parts()).isSorted();
        for (Integer part : minimum.parts()) {
            List<Integer> rest = new ArrayList<>(minimum.parts());
            rest.remove(part);
            assertThat(fails.fails(rest)).as("%s without %s", minimum, part).isFalse();
        }
    }

    @Property
    void no_combination_is_tested_twice_nor_more_than_the_budget(
            @ForAll @IntRange(min = 1, max = 60) int size, @ForAll @IntRange(min = 1, max = 200) int budget) {
        List<Integer> whole = IntStream.range(0, size).boxed().toList();
        Set<List<Integer>> seen = new LinkedHashSet<>();

        int tests = DeltaDebugging.minimize(
                        whole,
                        parts -> {
                            assertThat(seen.add(parts)).as("new: %s", parts).isTrue();
                            return parts.size() > size / 2;
                        },
                        budget)
                .tests();

        assertThat(tests).isEqualTo(seen.size()).isLessThanOrEqualTo(budget);
    }
}
