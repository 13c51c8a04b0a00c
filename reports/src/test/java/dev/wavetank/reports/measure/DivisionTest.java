package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.attribution.PodTime;
import dev.wavetank.sim.liveness.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DivisionTest {

    private static PodTime pod(int number, long pulling) {
        return new PodTime("default/pod-" + number, Map.of(Spent.PULLING, pulling, Spent.COMMIT, 5L));
    }

    private static Replication run(long seed, Division division) {
        return new Replication(seed, Outcome.HELD, List.of(), 0, List.of(), 0, Map.of(), Map.of(), division, false);
    }

    @Test
    void the_slowest_tenth_is_rounded_up() {
        Division eleven = Division.of(
                IntStream.rangeClosed(1, 11).mapToObj(i -> pod(i, 10 * i)).toList());

        assertThat(eleven.all()).isEqualTo(new TimeSpent(11, Map.of(Spent.PULLING, 660L, Spent.COMMIT, 55L)));
        assertThat(eleven.slowest()).isEqualTo(new TimeSpent(2, Map.of(Spent.PULLING, 210L, Spent.COMMIT, 10L)));
        assertThat(Division.of(List.of())).isEqualTo(Division.NONE);
        assertThat(Division.of(List.of(pod(1, 7))).slowest().pods()).isEqualTo(1);
    }

    @Test
    void the_means_of_all_runs_add_up_to_the_whole() {
        TimeSpent all = new Measurement(List.of(
                        run(1, Division.of(List.of(pod(1, 10), pod(2, 20)))), run(2, Division.of(List.of(pod(3, 60))))))
                .division()
                .all();

        assertThat(all.mean(Spent.PULLING)).isEqualTo(30);
        assertThat(all.mean(Spent.COMMIT)).isEqualTo(5);
        assertThat(all.mean()).isEqualTo(35);
        assertThat(all.share(Spent.COMMIT)).isEqualTo(1 / 7.0);
        assertThat(TimeSpent.NONE.share(Spent.COMMIT)).isZero();
    }

    @Test
    void a_difference_of_means_has_an_interval_over_seeds() {
        List<Replication> before = IntStream.rangeClosed(1, 12)
                .mapToObj(seed -> run(seed, Division.of(List.of(pod(1, 100 * seed)))))
                .toList();
        List<Replication> after = IntStream.rangeClosed(1, 12)
                .mapToObj(seed -> run(seed, Division.of(List.of(pod(1, 100 * seed + 10)))))
                .toList();
        Comparison paired = new Comparison(new Measurement(before), new Measurement(after));
        Comparison alone = new Comparison(new Measurement(before), new Measurement(before.subList(0, 1)));

        Interval more = Objects.requireNonNull(paired.ofMean(Spent.PULLING));
        assertThat(more.low()).isCloseTo(10, within(1e-9));
        assertThat(more.high()).isCloseTo(10, within(1e-9));
        assertThat(Objects.requireNonNull(paired.ofMean(Spent.COMMIT)).contains(0))
                .isTrue();
        assertThat(alone.ofMean(Spent.PULLING)).isNull();
    }
}
