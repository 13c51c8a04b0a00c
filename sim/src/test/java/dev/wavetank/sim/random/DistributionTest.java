package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DistributionTest {

    private static final int SAMPLES = 100_000;

    @Test
    void samples_are_the_same_on_every_jvm() {
        assertThat(samples(new Distribution.Constant(5), 3)).containsExactly(5, 5, 5);
        assertThat(samples(new Distribution.Uniform(10, 20_000), 5)).containsExactly(14192, 6333, 15726, 144, 4318);
        assertThat(samples(new Distribution.Exponential(1_000_000), 5))
                .containsExactly(1235900, 380245, 1542510, 6757, 242736);
        assertThat(samples(new Distribution.LogNormal(1_000_000, 20_000_000), 5))
                .containsExactly(440745, 9581094, 1302151, 2709335, 314736);
        assertThat(samples(new Distribution.Pareto(1_000, 1.5), 5)).containsExactly(2279, 1288, 2796, 1004, 1175);
    }

    @Test
    void uniform_is_flat() {
        long[] sorted = sorted(new Distribution.Uniform(1_000_000, 3_000_000));

        assertThat(sorted[0]).isBetween(1_000_000L, 1_000_500L);
        assertThat(percentile(sorted, 50)).isCloseTo(2_000_000, Percentage.withPercentage(1));
        assertThat(sorted[SAMPLES - 1]).isBetween(2_999_500L, 3_000_000L);
    }

    @Test
    void exponential_has_its_mean_and_percentiles() {
        Distribution exponential = new Distribution.Exponential(1_000_000);
        long[] sorted = sorted(exponential);

        assertThat(LongStream.of(sorted).average().orElseThrow()).isBetween(980_000.0, 1_020_000.0);
        assertThat(percentile(sorted, 50)).isCloseTo(693_147, Percentage.withPercentage(2));
        assertThat(percentile(sorted, 99)).isCloseTo(4_605_170, Percentage.withPercentage(4));
    }

    @Test
    void log_normal_has_the_percentiles_it_was_asked_for() {
        long[] sorted = sorted(new Distribution.LogNormal(1_000_000, 20_000_000));

        assertThat(percentile(sorted, 50)).isCloseTo(1_000_000, Percentage.withPercentage(3));
        assertThat(percentile(sorted, 99)).isCloseTo(20_000_000, Percentage.withPercentage(7));
    }

    @Test
    void log_normal_without_spread_is_its_median() {
        assertThat(samples(new Distribution.LogNormal(500, 500), 3)).containsExactly(500, 500, 500);
    }

    @Test
    void pareto_has_its_percentiles_and_is_cut() {
        long[] sorted = sorted(new Distribution.Pareto(1_000_000, 1.5));

        assertThat(sorted[0]).isBetween(1_000_000L, 1_001_000L);
        assertThat(percentile(sorted, 50)).isCloseTo(1_587_401, Percentage.withPercentage(2));
        assertThat(percentile(sorted, 99)).isCloseTo(21_544_347, Percentage.withPercentage(7));
        assertThat(sorted(new Distribution.Pareto(10, 0.1))[SAMPLES - 1]).isEqualTo(10_000);
    }

    @Test
    void refuses_parameters_that_make_no_sense() {
        assertThatThrownBy(() -> new Distribution.Constant(-1)).hasMessage("nanos must not be negative, was -1");
        assertThatThrownBy(() -> new Distribution.Uniform(2, 1)).hasMessage("high must not be below low, was 1 < 2");
        assertThatThrownBy(() -> new Distribution.Exponential(-1)).hasMessage("mean must not be negative, was -1");
        assertThatThrownBy(() -> new Distribution.LogNormal(2, 1))
                .hasMessage("need 0 < median <= p99, was median 2 and p99 1");
        assertThatThrownBy(() -> new Distribution.Pareto(1, Double.NaN))
                .hasMessage("least and shape must be positive, were 1, NaN");
    }

    private static long[] samples(Distribution distribution, int count) {
        RandomStream stream = RandomStream.of(7, "pinned");
        return LongStream.generate(() -> distribution.sample(stream))
                .limit(count)
                .toArray();
    }

    private static long[] sorted(Distribution distribution) {
        return LongStream.of(samples(distribution, SAMPLES)).sorted().toArray();
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted[SAMPLES / 100 * percent];
    }
}
