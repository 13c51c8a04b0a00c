package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasurementTest {

    private static final QueueingNetwork QUEUE = new QueueingNetwork(1);

    static Replication replication(long seed, long never, long... micros) {
        return new Replication(
                seed,
                Outcome.HELD,
                List.of(),
                micros.length + never,
                never == 0 ? List.of() : List.of("pod/default/late"),
                0,
                Map.of(Stage.POD_STARTUP, new StageSamples(micros, never)),
                Map.of());
    }

    private static Measurement of(Replication... replications) {
        return new Measurement(List.of(replications));
    }

    private static Replication stopped(long seed, long never, long... micros) {
        Replication run = replication(seed, never, micros);
        return new Replication(
                seed,
                Outcome.BROKEN,
                List.of("NodeLeasesRenewed: lease/kube-node-lease/node-1: late"),
                run.wanted(),
                run.neverReady(),
                0,
                run.samples(),
                run.loads(),
                run.division(),
                true);
    }

    @Test
    void a_run_that_a_violation_has_stopped_counts_in_no_figure() {
        Measurement measurement = of(replication(1, 0, 10, 20), stopped(2, 8, 5));

        assertThat(measurement.leftOut()).isEqualTo("1 of 2 runs stopped at a violation (NodeLeasesRenewed)");
        assertThat(measurement.neverReady()).isZero();
        assertThat(measurement.wanted()).isEqualTo(2);
        assertThat(measurement.estimate(Stage.POD_STARTUP, 100).micros()).isEqualTo(20);
        assertThat(measurement.count(Outcome.BROKEN)).isEqualTo(1);
        assertThat(of(replication(1, 0, 10)).leftOut()).isEmpty();
    }

    @Test
    void of_paired_runs_of_which_one_was_stopped_neither_is_compared() {
        Measurement base = of(replication(1, 0, 10), replication(2, 0, 90));
        Comparison comparison = new Comparison(base, of(replication(1, 0, 13), stopped(2, 8, 5)));

        assertThat(comparison.isPaired()).isTrue();
        assertThat(comparison.of(Stage.POD_STARTUP, 50).micros()).isEqualTo(3);
        assertThat(comparison.of(Stage.POD_STARTUP, 50).varianceRemoved()).isNaN();
    }

    private static Replication loaded(long seed, long requests, long failed) {
        return new Replication(
                seed,
                Outcome.HELD,
                List.of(),
                0,
                List.of(),
                0,
                Map.of(),
                Map.of("web", new LoadCount(requests, failed)));
    }

    @Test
    void adds_the_requests_of_all_runs_and_says_how_sure_their_ratio_is() {
        LoadEstimate estimate = of(loaded(1, 1_000, 10), loaded(2, 2_000, 50), loaded(3, 1_000, 20))
                .loads()
                .get(0);

        assertThat(estimate.count()).isEqualTo(new LoadCount(4_000, 80));
        assertThat(estimate.count().failedOfThousand()).isEqualTo(20);
        assertThat(Objects.requireNonNull(estimate.interval()).contains(20)).isTrue();
        assertThat(estimate.interval().low()).isGreaterThanOrEqualTo(10);
        assertThat(of(loaded(1, 1_000, 10)).loads().get(0).interval()).isNull();
    }

    @Test
    void puts_samples_together_and_never_averages_percentiles() {
        Measurement one = of(replication(1, 0, LongStream.rangeClosed(1, 90).toArray()));
        Measurement two =
                of(replication(2, 0, LongStream.rangeClosed(1_001, 1_010).toArray()));

        Estimate p90 = one.merge(two).estimate(Stage.POD_STARTUP, 90);

        assertThat(p90.micros()).isEqualTo(90);
        assertThat(p90.count()).isEqualTo(100);
        assertThat(p90.beyond()).isEqualTo(10);
    }

    @Test
    void a_pod_that_never_got_ready_is_slower_than_all_others() {
        Measurement measurement = of(replication(1, 2, 10, 20, 30), replication(2, 0, 10, 20, 30, 40, 50));

        assertThat(measurement.estimate(Stage.POD_STARTUP, 80).micros()).isEqualTo(50);
        assertThat(measurement.estimate(Stage.POD_STARTUP, 81).micros()).isInfinite();
        assertThat(measurement.estimate(Stage.POD_STARTUP, 50).never()).isEqualTo(2);
        assertThat(measurement.neverReady()).isEqualTo(1);
        assertThat(measurement.firstNeverReady().orElseThrow().seed()).isEqualTo(1);
    }

    @Test
    void one_seed_gives_no_interval() {
        assertThat(of(replication(1, 0, 1, 2, 3))
                        .estimate(Stage.POD_STARTUP, 50)
                        .interval())
                .isNull();
        assertThat(Warnings.of(of(replication(1, 0, 1, 2, 3)), List.of(Stage.POD_STARTUP), List.of(50.0)))
                .anyMatch(warning -> warning.startsWith("one seed gives no interval"))
                .anyMatch(warning -> warning.startsWith("p50 of pod_startup has only 1 sample beyond it")
                        && warning.endsWith("7 seeds would give 10"));
    }

    @Test
    void a_seed_counts_once() {
        assertThatThrownBy(() -> of(replication(1, 0, 1)).merge(of(replication(1, 0, 2))))
                .hasMessage("seed 1 is in it twice");
        assertThatThrownBy(() -> of(replication(1, 0, 1)).estimate(Stage.RUN_TO_READY, 50))
                .hasMessage("no pod of 1 runs began the stage run_to_ready");
    }

    @Test
    void few_seeds_widen_the_interval_as_students_t_does() {
        assertThat(Interval.tail(1_000_000)).isCloseTo(0.025, within(1e-4));
        // t(9) is 2.262, times the root of 10/9 is 2.384, above which 0.86 % of a normal distribution lie.
        assertThat(Interval.tail(10)).isCloseTo(0.0086, within(1e-4));
        assertThat(Interval.tail(2)).isLessThan(1e-3);
    }

    @Test
    void equal_seeds_give_an_equal_measurement_however_many_run_at_once() {
        Replications plan = Measurement.of(QUEUE).seeds(5, 64).until(Precision.parse("p50=7%", Stage.POD_STARTUP));

        Measurement alone = plan.jobs(1).run();

        assertThat(plan.jobs(4).run()).isEqualTo(alone);
        assertThat(alone.replications()).hasSizeBetween(20, 50);
        assertThat(alone.replications().size() % 10).isZero();
        assertThat(alone.estimate(Stage.POD_STARTUP, 50)).isEqualTo(alone.estimate(Stage.POD_STARTUP, 50));
        assertThat(alone.estimate(Stage.POD_STARTUP, 50).precision()).isLessThanOrEqualTo(0.07);
        assertThat(new Measurement(alone.replications().subList(0, 10))
                        .estimate(Stage.POD_STARTUP, 50)
                        .precision())
                .isGreaterThan(0.07);
    }

    @Test
    void an_observer_can_end_it_early() {
        AtomicInteger done = new AtomicInteger();
        Replications.Observer impatient = new Replications.Observer() {
            @Override
            public void seedDone() {
                done.incrementAndGet();
            }

            @Override
            public boolean wantsMore() {
                return done.get() < 3;
            }
        };

        List<Measurement> both = Replications.of(List.of(QUEUE, new QueueingNetwork(2)))
                .seeds(1, 50)
                .observer(impatient)
                .runAll();

        assertThat(both.get(0).seeds())
                .containsExactly(1L, 2L, 3L)
                .isEqualTo(both.get(1).seeds());
    }

    @Test
    void what_a_run_throws_ends_the_measurement() {
        SeedRun failing = (seed, sinks) -> {
            if (seed == 7) {
                throw new IllegalArgumentException("seed 7 is odd");
            }
            return QUEUE.run(seed, sinks);
        };

        assertThatThrownBy(() -> Measurement.of(failing).jobs(3).run()).hasMessage("seed 7 is odd");
    }

    @Test
    void pods_of_the_warm_up_do_not_count() {
        long all = Measurement.of(QUEUE)
                .seeds(1, 1)
                .run()
                .estimate(Stage.POD_STARTUP, 50)
                .count();
        long late = Measurement.of(QUEUE)
                .seeds(1, 1)
                .warmUp(QueueingNetwork.WARM_UP)
                .run()
                .estimate(Stage.POD_STARTUP, 50)
                .count();

        // A fifth of the arrivals.
        assertThat((double) late / all).isCloseTo(0.8, within(0.1));
    }

    @Test
    void texts_say_what_is_wrong_with_them() {
        List<String> sentences = new ArrayList<>();
        for (Runnable wrong : List.<Runnable>of(
                () -> Precision.parse("p99=0%", Stage.POD_STARTUP),
                () -> Precision.parse("5%", Stage.POD_STARTUP),
                () -> StagePercentile.parse("p0", Stage.POD_STARTUP),
                () -> StagePercentile.parse("p99(pod_startip)", Stage.POD_STARTUP),
                () -> Gate.parse("p99 > 10%", Stage.POD_STARTUP),
                () -> Gate.parse("p99 > +x%", Stage.POD_STARTUP),
                () -> Gate.parse("p99 > +5 parsecs", Stage.POD_STARTUP))) {
            try {
                wrong.run();
            } catch (IllegalArgumentException sentence) {
                sentences.add(sentence.getMessage());
            }
        }

        assertThat(sentences).hasSize(7).allMatch(sentence -> !sentence.contains("\n"));
        assertThat(sentences.get(3)).contains("did you mean 'pod_startup'?");
        assertThat(Gate.parse("p99.9(run_to_ready) < -1.5 %", Stage.POD_STARTUP))
                .hasToString("p99.9(run_to_ready) < -1.5%");
        assertThat(Precision.parse("p99 = 5 %", Stage.POD_STARTUP)).hasToString("p99(pod_startup)=5.0%");
    }
}
