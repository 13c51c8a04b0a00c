package dev.wavetank.reports.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.reports.journey.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The intervals contain the percentiles of the textbook about as often as they say. With a true coverage of 95 %, 91 or
 * fewer of 100 would be seen once in 16 tries (binomial); the seeds are fixed, so either they are seen always or never.
 */
class IntervalCoverageTest {

    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0);
    private static final int REPETITIONS = 100;
    private static final int SEEDS = 25;
    private static final int FEWEST = 92;

    /** Customers per millisecond that the server could serve beyond those that arrive. */
    private static final double SPARE = 0.5;

    private static final double MICROS = 1_000;

    /** The time in the system is exponential with rate mu - lambda (L. Kleinrock, Queueing Systems I, 1975, 5.6). */
    @Test
    void contain_the_percentiles_of_a_queue_with_one_server() {
        DoubleUnaryOperator exponential = time -> 1 - Math.exp(-SPARE * time);
        List<List<Estimate>> estimates = estimates(new QueueingNetwork(1));

        for (int i = 0; i < PERCENTILES.size(); i++) {
            double truth = quantile(PERCENTILES.get(i), exponential);
            assertThat(covered(estimates, i, truth))
                    .as("intervals of p" + PERCENTILES.get(i))
                    .isGreaterThanOrEqualTo(FEWEST);
            assertThat(covered(estimates, i, truth * 1.5)).isLessThan(REPETITIONS / 2);
        }
    }

    /** The times in both queues are independent (E. Reich, 1957), so that their sum has an Erlang distribution. */
    @Test
    void contain_the_percentiles_of_two_queues_in_a_row() {
        DoubleUnaryOperator erlang = time -> 1 - Math.exp(-SPARE * time) * (1 + SPARE * time);
        List<List<Estimate>> estimates = estimates(new QueueingNetwork(2));

        for (int i = 0; i < PERCENTILES.size(); i++) {
            assertThat(covered(estimates, i, quantile(PERCENTILES.get(i), erlang)))
                    .as("intervals of p" + PERCENTILES.get(i))
                    .isGreaterThanOrEqualTo(FEWEST);
        }
    }

    private static List<List<Estimate>> estimates(QueueingNetwork network) {
        List<List<Estimate>> estimates = new ArrayList<>();
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            long first = 1 + (long) repetition * SEEDS;
            estimates.add(Measurement.of(network)
                    .seeds(first, first + SEEDS - 1)
                    .stages(Set.of(Stage.POD_STARTUP))
                    .warmUp(QueueingNetwork.WARM_UP)
                    .run()
                    .estimates(Stage.POD_STARTUP, PERCENTILES));
        }
        return estimates;
    }

    private static long covered(List<List<Estimate>> estimates, int percentile, double millis) {
        return estimates.stream()
                .map(repetition -> repetition.get(percentile).interval())
                .filter(interval -> interval != null && interval.contains(millis * MICROS))
                .count();
    }

    /** The time in milliseconds at which a distribution function reaches a percentile, by bisection. */
    private static double quantile(double percentile, DoubleUnaryOperator distribution) {
        double low = 0;
        double high = 100;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (distribution.applyAsDouble(middle) < percentile / 100) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
