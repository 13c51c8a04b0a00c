package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;

/** What every random stream promises, whatever its seed and name. */
class RandomStreamProperties {

    @Property
    void extra_draws_in_one_stream_leave_the_others_unchanged(
            @ForAll long seed,
            @ForAll @StringLength(max = 10) String one,
            @ForAll @StringLength(max = 10) String other,
            @ForAll @IntRange(min = 1, max = 20) int extra) {
        Assume.that(!one.equals(other));
        RandomStreams disturbed = new RandomStreams(seed);
        LongStream.range(0, extra).forEach(i -> disturbed.stream(one).nextLong());

        assertThat(firstTen(disturbed.stream(other))).isEqualTo(firstTen(RandomStream.of(seed, other)));
        assertThat(firstTen(RandomStream.of(seed, one))).isNotEqualTo(firstTen(RandomStream.of(seed, other)));
    }

    @Property
    void a_bounded_draw_is_the_high_word_of_draw_times_bound(
            @ForAll long seed, @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long bound) {
        BigInteger bits =
                new BigInteger(Long.toUnsignedString(RandomStream.of(seed, "x").nextLong()));
        long expected = bits.multiply(BigInteger.valueOf(bound)).shiftRight(64).longValueExact();

        assertThat(RandomStream.of(seed, "x").nextLong(bound))
                .isEqualTo(expected)
                .isBetween(0L, bound - 1);
    }

    @Property
    void between_includes_both_ends(@ForAll long seed, @ForAll @LongRange(min = -1000, max = 1000) long low) {
        RandomStream stream = RandomStream.of(seed, "x");

        assertThat(LongStream.range(0, 200)
                        .map(i -> stream.between(low, low + 2))
                        .distinct()
                        .sorted())
                .containsExactly(low, low + 1, low + 2);
    }

    @Property
    void a_double_is_a_multiple_of_two_to_the_minus_53_below_one(@ForAll long seed) {
        double draw = RandomStream.of(seed, "x").nextDouble();

        assertThat(draw).isGreaterThanOrEqualTo(0).isLessThan(1);
        assertThat(draw * 0x1.0p53).isEqualTo(Math.rint(draw * 0x1.0p53));
    }

    @Property
    void a_chance_is_taken_exactly_when_the_draw_falls_below_its_share(
            @ForAll long seed,
            @ForAll @LongRange(min = 1, max = 1L << 40) long denominator,
            @ForAll @IntRange(max = 100) int percent) {
        long numerator = denominator / 100 * percent;
        long draw = RandomStream.of(seed, "x").nextLong(denominator);

        assertThat(RandomStream.of(seed, "x").chance(new Ratio(numerator, denominator)))
                .isEqualTo(draw < numerator);
        assertThat(RandomStream.of(seed, "x").chance(new Ratio(0, denominator))).isFalse();
        assertThat(RandomStream.of(seed, "x").chance(new Ratio(denominator, denominator)))
                .isTrue();
    }

    /** Five standard deviations: 10,000 draws of probability 0.3 deviate by 46 on average. */
    @Property(tries = 20)
    void chances_come_as_often_as_they_should(@ForAll @IntRange(max = 1_000_000) int seed) {
        RandomStream stream = RandomStream.of(seed, "share");
        Ratio threeOfTen = new Ratio(3, 10);

        long taken = LongStream.range(0, 10_000)
                .filter(i -> stream.chance(threeOfTen))
                .count();

        assertThat(taken).isBetween(3_000L - 230, 3_000L + 230);
    }

    private static List<Long> firstTen(RandomStream stream) {
        return LongStream.generate(stream::nextLong).limit(10).boxed().toList();
    }
}
