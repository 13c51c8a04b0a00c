package dev.wavetank.reports.measure;

import dev.wavetank.sim.random.RandomStream;
import java.util.function.ToDoubleFunction;

/**
 * Resamples runs with replacement, a thousand times.
 *
 * <p>Whole runs are drawn, never single pods: pods of one run share its slow registry and its long queue, so they are
 * not independent (the cluster bootstrap: A. Davison and D. Hinkley, Bootstrap Methods and their Application, 1997,
 * section 3.8). The draws are a fixed function of the number of runs, so equal runs give an equal interval.
 */
final class Bootstrap {

    static final int RESAMPLINGS = 1000;

    private static final long SEED = 1;

    private Bootstrap() {}

    /** Which draws: two measurements with the same ones have the same weights. */
    enum Draws {
        /** Of a measurement alone, and of two that are paired. */
        FIRST,
        /** Of the second of two measurements that are not paired. */
        SECOND
    }

    /** How often each run is drawn, in one resampling. */
    static int[] weights(int runs, int resampling, Draws of) {
        RandomStream draws = RandomStream.of(SEED, "bootstrap/" + of.name() + "/" + resampling);
        int[] weights = new int[runs];
        for (int i = 0; i < runs; i++) {
            weights[draws.nextInt(runs)]++;
        }
        return weights;
    }

    /** The value of a statistic in every resampling. */
    static double[] values(int runs, Draws of, ToDoubleFunction<int[]> statistic) {
        double[] values = new double[RESAMPLINGS];
        for (int i = 0; i < RESAMPLINGS; i++) {
            values[i] = statistic.applyAsDouble(weights(runs, i, of));
        }
        return values;
    }
}
