package dev.wavetank.reports.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A confidence interval of 95 %: of a hundred such intervals, about 95 contain the true value.
 *
 * <p>That of a percentile is explained in {@code QuantileInterval}. That of a difference, or of anything else that a
 * thousand resamplings give, is the expanded percentile interval of the bootstrap (T. Hesterberg, What Teachers Should
 * Know About the Bootstrap, The American Statistician 69 (4), 2015): the plain percentile interval (B. Efron and R.
 * Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13) is too narrow for few runs, as a normal interval is
 * where Student's t would be right, and is widened by as much.
 *
 * @param low lower end
 * @param high upper end, which may be infinite
 */
public record Interval(double low, double high) {

    /** The quantile of the standard normal distribution above which 2.5 % lie. */
    private static final double Z = 1.959964;

    /** Whether it contains a value. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Half of its width. */
    public double halfWidth() {
        return (high - low) / 2;
    }

    /**
     * The interval that resampled values give.
     *
     * @param values one for each resampling; sorted by this method
     * @param runs how many runs were resampled
     * @return null for a single run, of which nothing can be learned about chance, or when a value is undefined
     */
    static @Nullable Interval of(double[] values, int runs) {
        if (runs < 2 || Arrays.stream(values).anyMatch(Double::isNaN)) {
            return null;
        }
        Arrays.sort(values);
        int tail = (int) Math.floor(tail(runs) * values.length);
        return new Interval(values[tail], values[values.length - 1 - tail]);
    }

    /** The share of the resampled values to cut off at each end. */
    static double tail(int runs) {
        double n = runs;
        return upperTail(Math.sqrt(n / (n - 1)) * studentsT(n - 1));
    }

    /** The 97.5 % quantile of Student's t: the expansion 26.7.5 of Abramowitz and Stegun, good enough from 3 on. */
    static double studentsT(double degrees) {
        double z2 = Z * Z;
        double g1 = Z * (z2 + 1) / 4;
        double g2 = Z * ((5 * z2 + 16) * z2 + 3) / 96;
        double g3 = Z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
        return Z + (g1 + (g2 + g3 / degrees) / degrees) / degrees;
    }

    /** The share of a standard normal distribution above a positive value: 26.2.17 of Abramowitz and Stegun. */
    private static double upperTail(double x) {
        double t = 1 / (1 + 0.2316419 * x);
        double polynomial =
                t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return StrictMath.exp(-x * x / 2) / Math.sqrt(2 * StrictMath.PI) * polynomial;
    }
}
