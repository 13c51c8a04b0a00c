package dev.wavetank.reports.measure;

import java.util.Arrays;
import java.util.List;

/**
 * The samples of one stage in all runs, sorted together, each with the run that it comes from.
 *
 * <p>Percentiles are by nearest rank: the smallest sample that so many per cent of all do not exceed. Runs can have
 * weights, which count their samples several times or not at all. So that a thousand sets of weights can be tried,
 * the samples are cut into blocks with a count of every run's samples, and only one block of each is walked through.
 */
final class PooledSamples {

    /** Keeps a rank that is a whole number from being rounded up: 99.9 % of 1000 is the 999th. */
    private static final double ROUNDING = 1e-9;

    private static final double PER_CENT = 100;

    private final int runs;
    private final long[] finite;
    private final int[] runOf;
    private final long[] counts;
    private final int blockSize;
    private final int[][] blocks;

    private PooledSamples(List<StageSamples> samples, Sorted sorted) {
        this.runs = samples.size();
        this.finite = sorted.micros;
        this.runOf = sorted.runOf;
        this.counts = samples.stream().mapToLong(StageSamples::count).toArray();
        this.blockSize = Math.max(64, (int) Math.sqrt((double) finite.length * runs));
        this.blocks = new int[(finite.length + blockSize - 1) / blockSize][runs];
        for (int i = 0; i < finite.length; i++) {
            blocks[i / blockSize][runOf[i]]++;
        }
    }

    /** Puts the samples of the runs together. */
    static PooledSamples of(List<StageSamples> samples) {
        return new PooledSamples(samples, Sorted.of(samples, 0, samples.size()));
    }

    /** Samples and the runs that they come from, smallest first. */
    private record Sorted(long[] micros, int[] runOf) {

        static Sorted of(List<StageSamples> samples, int from, int to) {
            if (to - from == 0) {
                return new Sorted(new long[0], new int[0]);
            }
            if (to - from == 1) {
                long[] micros = samples.get(from).micros();
                int[] runOf = new int[micros.length];
                Arrays.fill(runOf, from);
                return new Sorted(micros, runOf);
            }
            int middle = (from + to) >>> 1;
            return merge(of(samples, from, middle), of(samples, middle, to));
        }

        private static Sorted merge(Sorted one, Sorted other) {
            int length = one.micros.length + other.micros.length;
            Sorted all = new Sorted(new long[length], new int[length]);
            int i = 0;
            int j = 0;
            for (int k = 0; k < length; k++) {
                boolean first = j == other.micros.length || (i < one.micros.length && one.micros[i] <= other.micros[j]);
                all.micros[k] = first ? one.micros[i] : other.micros[j];
                all.runOf[k] = first ? one.runOf[i++] : other.runOf[j++];
            }
            return all;
        }
    }

    int runs() {
        return runs;
    }

    /** The samples that ended, smallest first; not to be changed. */
    long[] micros() {
        return finite;
    }

    /** Which sample, counted from 1, is the percentile. */
    long rank(double percentile) {
        return rank(percentile, count());
    }

    /** All samples, those that never ended too. */
    long count() {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Of those, how many never ended. */
    long never() {
        return count() - finite.length;
    }

    /** How many samples lie beyond the percentile. */
    long beyond(double percentile) {
        return count() - rank(percentile, count());
    }

    /** The percentile when every run counts once. */
    double at(double percentile) {
        int[] once = new int[runs];
        Arrays.fill(once, 1);
        return at(percentile, once);
    }

    /**
     * The percentile in microseconds; infinite when it lies among the samples that never ended, not a number when
     * there are no samples.
     *
     * @param weights how often the samples of each run count
     */
    double at(double percentile, int[] weights) {
        long total = 0;
        for (int run = 0; run < runs; run++) {
            total += weights[run] * counts[run];
        }
        if (total == 0) {
            return Double.NaN;
        }
        long rest = rank(percentile, total);
        int block = 0;
        for (; block < blocks.length; block++) {
            long inBlock = 0;
            for (int run = 0; run < runs; run++) {
                inBlock += (long) weights[run] * blocks[block][run];
            }
            if (inBlock >= rest) {
                break;
            }
            rest -= inBlock;
        }
        for (int i = block * blockSize; i < finite.length; i++) {
            rest -= weights[runOf[i]];
            if (rest <= 0) {
                return finite[i];
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static long rank(double percentile, long total) {
        return Math.max(1, Math.min(total, (long) Math.ceil(percentile * total / PER_CENT - ROUNDING)));
    }
}
