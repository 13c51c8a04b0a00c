package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final QueueingNetwork SLOW = new QueueingNetwork(1);
    private static final QueueingNetwork FAST = new QueueingNetwork(1, VirtualTime.MILLISECOND * 9 / 10);

    private static Measurement seeds(QueueingNetwork network, long first) {
        return Measurement.of(network).seeds(first, first + 29).run();
    }

    @Test
    void the_same_seeds_leave_less_chance_in_the_difference() {
        Difference paired = new Comparison(seeds(SLOW, 1), seeds(FAST, 1)).of(Stage.POD_STARTUP, 50);
        Difference unpaired = new Comparison(seeds(SLOW, 1), seeds(FAST, 101)).of(Stage.POD_STARTUP, 50);

        assertThat(paired.varianceRemoved()).isGreaterThan(0.7);
        assertThat(unpaired.varianceRemoved()).isNaN();
        assertThat(width(paired)).isLessThan(width(unpaired) / 2);
        assertThat(paired.verdict()).isEqualTo(Difference.Verdict.LOWER);
        assertThat(paired.micros())
                .isEqualTo(paired.other().micros() - paired.base().micros());
        assertThat(paired.relative()).isCloseTo(paired.micros() / paired.base().micros(), within(1e-9));
    }

    private static double width(Difference difference) {
        assertThat(difference.interval()).isNotNull();
        return difference.interval().halfWidth();
    }

    @Test
    void a_measurement_does_not_differ_from_itself() {
        Difference same = new Comparison(seeds(SLOW, 1), seeds(SLOW, 1)).of(Stage.POD_STARTUP, 99);

        assertThat(same.interval()).isEqualTo(new Interval(0, 0));
        assertThat(same.verdict()).isEqualTo(Difference.Verdict.UNCLEAR);
        assertThat(same.varianceRemoved()).isEqualTo(1);
    }

    /** The mean times are 2 ms and 1.64 ms: 18 % less. */
    @Test
    void a_gate_fails_only_when_the_whole_interval_is_beyond_it() {
        Difference difference = new Comparison(seeds(SLOW, 1), seeds(FAST, 1)).of(Stage.POD_STARTUP, 50);

        assertThat(gate("p50 < -10%").isFailedBy(difference)).isTrue();
        assertThat(gate("p50 < -100us").isFailedBy(difference)).isTrue();
        assertThat(gate("p50 < -19%").isFailedBy(difference)).isFalse();
        assertThat(gate("p50 > +10%").isFailedBy(difference)).isFalse();
        assertThat(gate("p50 < -10%").sentence(difference)).matches("p50\\(pod_startup\\) < -10% is true: -1\\d%, .*");
    }

    @Test
    void a_gate_does_not_fail_without_an_interval() {
        Difference single = new Comparison(
                        Measurement.of(SLOW).seeds(1, 1).run(),
                        Measurement.of(FAST).seeds(1, 1).run())
                .of(Stage.POD_STARTUP, 50);

        assertThat(single.verdict()).isEqualTo(Difference.Verdict.UNKNOWN);
        assertThat(gate("p50 < -1%").isFailedBy(single)).isFalse();
        assertThat(gate("p50 < -1%").sentence(single)).endsWith("there is no interval, measure with more seeds");
    }

    @Test
    void pods_that_get_stuck_are_a_difference_without_a_number() {
        Measurement ready = new Measurement(
                List.of(MeasurementTest.replication(1, 0, 5, 6), MeasurementTest.replication(2, 0, 5, 7)));
        Measurement stuck =
                new Measurement(List.of(MeasurementTest.replication(1, 2), MeasurementTest.replication(2, 2)));

        Difference difference = new Comparison(ready, stuck).of(Stage.POD_STARTUP, 50);

        assertThat(difference.micros()).isInfinite();
        assertThat(difference.verdict()).isEqualTo(Difference.Verdict.HIGHER);
        assertThat(gate("p50 > +1000%").isFailedBy(difference)).isTrue();
    }

    private static Gate gate(String text) {
        return Gate.parse(text, Stage.POD_STARTUP);
    }
}
