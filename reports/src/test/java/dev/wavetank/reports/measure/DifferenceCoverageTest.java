package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The intervals of a difference contain the difference of the textbook about as often as they say: that of two queues,
 * one of which serves its customers in nine tenths of the time. As in {@link IntervalCoverageTest}, 91 or fewer of 100
 * would be seen once in 16 tries.
 */
@Tag("slow")
class DifferenceCoverageTest {

    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0);
    private static final int REPETITIONS = 100;
    private static final int SEEDS = 25;
    private static final int FEWEST = 92;

    private static final QueueingNetwork BASE = new QueueingNetwork(1);
    private static final QueueingNetwork FASTER = new QueueingNetwork(1, VirtualTime.MILLISECOND * 9 / 10);

    /** Microseconds: the mean time in the system is 1 / (mu - lambda), with half a customer a millisecond. */
    private static final double MEAN_OF_BASE = 1_000 / (1 - 0.5);

    private static final double MEAN_OF_FASTER = 1_000 / (1 / 0.9 - 0.5);

    @Test
    void contain_the_difference_of_runs_with_the_same_seeds() {
        assertCovered(0);
    }

    @Test
    void contain_the_difference_of_runs_with_other_seeds() {
        assertCovered(REPETITIONS * SEEDS);
    }

    private static void assertCovered(long shift) {
        List<Comparison> comparisons = new ArrayList<>();
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            long first = 1 + (long) repetition * SEEDS;
            comparisons.add(new Comparison(measure(BASE, first), measure(FASTER, first + shift)));
        }
        for (double percentile : PERCENTILES) {
            // The time in the system is exponential, so each of its percentiles is in proportion to its mean.
            double truth = Math.log(1 / (1 - percentile / 100)) * (MEAN_OF_FASTER - MEAN_OF_BASE);
            double share = MEAN_OF_FASTER / MEAN_OF_BASE - 1;
            assertThat(count(comparisons, percentile, difference -> contains(difference.interval(), truth)))
                    .as("intervals of the difference of p" + percentile)
                    .isGreaterThanOrEqualTo(FEWEST);
            assertThat(count(comparisons, percentile, difference -> contains(difference.relativeInterval(), share)))
                    .as("intervals of the change of p" + percentile)
                    .isGreaterThanOrEqualTo(FEWEST);
            assertThat(count(comparisons, percentile, difference -> contains(difference.interval(), truth * 3)))
                    .as("wrong differences of p" + percentile + " in an interval")
                    .isLessThan(REPETITIONS / 2);
        }
    }

    private static Measurement measure(QueueingNetwork network, long first) {
        return Measurement.of(network)
                .seeds(first, first + SEEDS - 1)
                .stages(Set.of(Stage.POD_STARTUP))
                .warmUp(QueueingNetwork.WARM_UP)
                .run();
    }

    private static boolean contains(Interval interval, double value) {
        return interval != null && interval.contains(value);
    }

    private static long count(List<Comparison> comparisons, double percentile, Predicate<Difference> matches) {
        return comparisons.stream()
                .map(comparison -> comparison.of(Stage.POD_STARTUP, percentile))
                .filter(matches)
                .count();
    }
}
