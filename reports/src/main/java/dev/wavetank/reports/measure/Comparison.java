package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Bootstrap.Draws;

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
        double removed = isPaired() && together > 0 ? 1 - variance(differences) / together : Double.NaN;
        int runs = Math.min(one.runs(), two.runs());
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
