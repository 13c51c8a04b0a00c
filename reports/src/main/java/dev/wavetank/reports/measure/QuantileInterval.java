package dev.wavetank.reports.measure;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The confidence interval of a percentile over the pods of many runs, of which every run is one draw.
 *
 * <p>A time lies in the interval of the p99 unless the runs refute that 99 % of all pods are as fast: the share of pods
 * that are, with its standard error over runs, is compared by Student's t (R. Woodruff, Confidence Intervals for
 * Medians and Other Position Measures, Journal of the American Statistical Association 47, 1952). Slow pods come in few
 * runs, many in each, so the share is skewed, and runs that by chance have few of them have a small standard error too:
 * Student's t alone, as the bootstrap, would miss high percentiles in one of ten measurements. The skewness is taken
 * out by a transformation (P. Hall, On the Removal of Skewness by Transformation, Journal of the Royal Statistical
 * Society B 54, 1992).
 */
final class QuantileInterval {

    private static final double PER_CENT = 100;

    private final List<StageSamples> runs;
    private final double share;
    private final double limit;

    private QuantileInterval(List<StageSamples> runs, double percentile) {
        this.runs = runs;
        this.share = percentile / PER_CENT;
        this.limit = Interval.studentsT(runs.size() - 1.0);
    }

    /**
     * The interval that runs give.
     *
     * @param samples of the runs
     * @param pool of the same runs
     * @return null when fewer than two runs have samples
     */
    static @Nullable Interval of(List<StageSamples> samples, PooledSamples pool, double percentile) {
        List<StageSamples> some =
                samples.stream().filter(run -> run.count() > 0).toList();
        return some.size() < 2 ? null : new QuantileInterval(some, percentile).around(pool, percentile);
    }

    private Interval around(PooledSamples pool, double percentile) {
        long[] micros = pool.micros();
        long rank = pool.rank(percentile) - 1;
        int middle = (int) Math.min(rank, micros.length);
        int low = 0;
        for (int high = middle; low < high; ) {
            int between = (low + high) >>> 1;
            if (permits(micros[between])) {
                high = between;
            } else {
                low = between + 1;
            }
        }
        int last = middle;
        for (int end = micros.length - 1; last < end; ) {
            int between = (last + end + 1) >>> 1;
            if (permits(micros[between])) {
                last = between;
            } else {
                end = between - 1;
            }
        }
        // Between two samples the share is that of the first, so the interval ends where the next sample is.
        boolean isSharp = last == middle && middle < micros.length && !permits(micros[middle]);
        return new Interval(at(pool, low), at(pool, isSharp ? last : last + 1));
    }

    private static double at(PooledSamples pool, int index) {
        long[] micros = pool.micros();
        if (index < micros.length) {
            return micros[index];
        }
        return pool.never() > 0 || micros.length == 0 ? Double.POSITIVE_INFINITY : micros[micros.length - 1];
    }

    /** Whether the runs do not refute that the share of pods that took no longer is the one that is asked for. */
    private boolean permits(long time) {
        double all = 0;
        double fast = 0;
        double[] fastOf = new double[runs.size()];
        for (int i = 0; i < fastOf.length; i++) {
            fastOf[i] = upTo(runs.get(i).micros(), time);
            fast += fastOf[i];
            all += runs.get(i).count();
        }
        double seen = fast / all;
        double squares = 0;
        double cubes = 0;
        for (int i = 0; i < fastOf.length; i++) {
            double distance = fastOf[i] - seen * runs.get(i).count();
            squares += distance * distance;
            cubes += distance * distance * distance;
        }
        double n = fastOf.length;
        double error = Math.sqrt(squares * n / (n - 1)) / all;
        if (error == 0) {
            return seen == share;
        }
        // That of the mean, which is that of a run divided by the root of their number.
        double skew = cubes / (squares * Math.sqrt(squares));
        double t = (seen - share) / error;
        return Math.abs(t + skew * t * t / 3 + skew * skew * t * t * t / 27 + skew / 6) <= limit;
    }

    /** How many sorted times are no longer than one. */
    private static int upTo(long[] micros, long time) {
        int found = Arrays.binarySearch(micros, time);
        if (found < 0) {
            return -found - 1;
        }
        while (found < micros.length && micros[found] == time) {
            found++;
        }
        return found;
    }
}
