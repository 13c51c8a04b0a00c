package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuantileIntervalTest {

    private static @Nullable Interval of(List<StageSamples> runs, double percentile) {
        return QuantileInterval.of(runs, PooledSamples.of(runs), percentile);
    }

    /** Runs of a hundred pods, each of which takes a little longer than the one before it. */
    private static List<StageSamples> runs(int number) {
        return IntStream.range(0, number)
                .mapToObj(run -> new StageSamples(
                        LongStream.rangeClosed(1, 100)
                                .map(i -> 1_000 * i + 100L * run)
                                .toArray(),
                        0))
                .toList();
    }

    @Test
    void contains_the_percentile_and_becomes_narrower_with_more_runs() {
        Interval few = Objects.requireNonNull(of(runs(5), 50));
        Interval many = Objects.requireNonNull(of(runs(40), 50));

        assertThat(few.contains(50_200)).isTrue();
        assertThat(many.halfWidth()).isLessThan(4 * few.halfWidth());
        assertThat(Objects.requireNonNull(of(runs(5), 99)).high()).isLessThanOrEqualTo(100_400);
    }

    @Test
    void fewer_than_two_runs_with_pods_give_none() {
        assertThat(of(runs(1), 50)).isNull();
        assertThat(of(List.of(runs(1).get(0), StageSamples.NONE), 50)).isNull();
    }

    @Test
    void equal_runs_leave_no_doubt() {
        StageSamples same = new StageSamples(LongStream.rangeClosed(1, 100).toArray(), 0);

        assertThat(of(List.of(same, same, same), 50)).isEqualTo(new Interval(50, 51));
        assertThat(of(List.of(same, same, same), 49.5)).isEqualTo(new Interval(50, 50));
    }

    @Test
    void pods_that_never_end_are_above_all_others() {
        List<StageSamples> runs = new ArrayList<>(runs(10));
        runs.add(new StageSamples(new long[] {7}, 99));

        Interval p50 = Objects.requireNonNull(of(runs, 50));
        assertThat(p50.low()).isFinite();
        assertThat(of(runs, 99))
                .satisfies(p99 -> assertThat(Objects.requireNonNull(p99).high()).isInfinite());
        StageSamples never = new StageSamples(new long[0], 3);
        assertThat(of(List.of(never, never), 50))
                .isEqualTo(new Interval(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    }

    /** One run in ten has slow pods: the share of slow ones may well be twice as high, and is never half as low. */
    @Test
    void a_skewed_share_makes_an_interval_that_is_wider_above() {
        List<StageSamples> runs = IntStream.range(0, 40)
                .mapToObj(run -> new StageSamples(
                        LongStream.rangeClosed(1, 100)
                                .map(i -> i > 90 && run % 10 == 0 ? 1_000 * i : i)
                                .toArray(),
                        0))
                .toList();

        Interval p99 = Objects.requireNonNull(of(runs, 98.5));

        assertThat(p99.low()).isLessThanOrEqualTo(100);
        assertThat(p99.high()).isGreaterThanOrEqualTo(95_000);
    }
}
