package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Bootstrap.Draws;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two measurements of one scenario, a base and another.
 *
 * <p>When both have the same seeds they are paired: a seed draws the same storm, the same image pulls and the same
 * delays in both, so much of the chance is in both and leaves their difference (common random numbers: A. Law,
 * Simulation Modeling and Analysis, 5th edition, 2015, section 11.2). Every resampling then draws the same seeds of
 * both.
 *
 * @param base what the other is compared with
 * @param other the other
 */
public record Comparison(Measurement base, Measurement other) {

    /** Leaves out runs that a violation has stopped: of paired ones both. */
    public Comparison {
        if (base.seeds().equals(other.seeds())) {
            Set<Long> both = new LinkedHashSet<>(base.countedSeeds());
            both.retainAll(other.countedSeeds());
            base = base.of(both);
            other = other.of(both);
        } else {
            base = base.of(base.countedSeeds());
            other = other.of(other.countedSeeds());
        }
    }

    /** Whether both have the same seeds, in the same order. */
    public boolean isPaired() {
        return base.seeds().equals(other.seeds());
    }

    /** By how much a percentile differs. */
    public Difference of(Stage stage, double percentile) {
        PooledSamples one = base.pool(stage);
        PooledSamples two = other.pool(stage);
        double[] before = Bootstrap.values(one.runs(), Draws.FIRST, weights -> one.at(percentile, weights));
        double[] after = Bootstrap.values(
                two.runs(), isPaired() ? Draws.FIRST : Draws.SECOND, weights -> two.at(percentile, weights));
        double[] differences = new double[before.length];
        double[] shares = new double[before.length];
        for (int i = 0; i < before.length; i++) {
            differences[i] = after[i] - before[i];
            shares[i] = share(after[i], before[i]);
        }
        double together = variance(before) + variance(after);
        int runs = Math.min(one.runs(), two.runs());
        double removed = isPaired() && runs > 1 && together > 0 ? 1 - variance(differences) / together : Double.NaN;
        double from = one.at(percentile);
        double to = two.at(percentile);
        return new Difference(
                stage,
                percentile,
                base.estimate(stage, percentile),
                other.estimate(stage, percentile),
                to - from,
                Interval.of(differences, runs),
                share(to, from),
                Interval.of(shares, runs),
                removed);
    }

    /**
     * How much more time a pod of the other has spent on something, on average, in nanoseconds.
     *
     * @return null when it is unknown: with a single run, or when a run has no pods
     */
    public @Nullable Interval ofMean(Spent what) {
        double[] before = Bootstrap.values(base.counted().size(), Draws.FIRST, weights -> mean(base, what, weights));
        double[] after = Bootstrap.values(
                other.counted().size(), isPaired() ? Draws.FIRST : Draws.SECOND, weights -> mean(other, what, weights));
        double[] differences = new double[before.length];
        for (int i = 0; i < before.length; i++) {
            differences[i] = after[i] - before[i];
        }
        return Interval.of(
                differences, Math.min(base.counted().size(), other.counted().size()));
    }

    private static double mean(Measurement measurement, Spent what, int[] weights) {
        double nanos = 0;
        double pods = 0;
        for (int i = 0; i < weights.length; i++) {
            TimeSpent spent = measurement.counted().get(i).division().all();
            nanos += (double) weights[i] * spent.nanos().getOrDefault(what, 0L);
            pods += (double) weights[i] * spent.pods();
        }
        return nanos / pods;
    }

    private static double share(double after, double before) {
        return before == 0 || Double.isInfinite(before) ? Double.NaN : after / before - 1;
    }

    private static double variance(double[] values) {
        double mean = 0;
        for (double value : values) {
            mean += value / values.length;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1);
    }
}
