package dev.wavetank.reports.fit;

/**
 * A log-normal distribution by maximum likelihood, and how well it fits. For histograms the likelihood is that of the
 * counts between the bounds (grouped data: D. Heitjan, Statistical Science 4 (2), 1989).
 *
 * <p>The distance is that of Kolmogorov and Smirnov: the greatest difference of the two distribution functions, for
 * histograms at the bounds. Because the parameters come from the same samples, the critical value is that of
 * H. Lilliefors (Journal of the American Statistical Association 62 (318), 1967): 0.886 / sqrt(n) for 5 %.
 *
 * @param median in seconds
 * @param p99 in seconds
 * @param distance of Kolmogorov and Smirnov
 * @param critical above this distance the samples are not log-normal, with 95 % confidence
 */
public record LogNormalFit(double median, double p99, double distance, double critical) {

    private static final double Z99 = 2.3263478740408408;
    private static final double LILLIEFORS = 0.886;
    private static final int STEPS = 20;
    private static final int ROUNDS = 12;

    /** Shorter than any clock of a component can tell. */
    private static final double LEAST = 1e-6;

    /** Fits. */
    public static LogNormalFit of(Observed observed) {
        double[] parameters = observed.isExact() ? exact(observed) : grouped(observed);
        double mean = parameters[0];
        double deviation = parameters[1];
        return new LogNormalFit(
                StrictMath.exp(mean),
                StrictMath.exp(mean + Z99 * deviation),
                distance(observed, mean, deviation),
                LILLIEFORS / StrictMath.sqrt(observed.count()));
    }

    /** Whether the samples do not speak against it. */
    public boolean isGood() {
        return distance <= critical;
    }

    private static double[] exact(Observed observed) {
        double sum = 0;
        double squares = 0;
        for (double value : observed.bounds()) {
            double log = log(value);
            sum += log;
            squares += log * log;
        }
        double mean = sum / observed.bounds().size();
        double variance = Math.max(0, squares / observed.bounds().size() - mean * mean);
        return new double[] {mean, StrictMath.sqrt(variance)};
    }

    /** Looks around the best so far on a grid, which becomes finer with every round. */
    private static double[] grouped(Observed observed) {
        double mean = log(observed.quantile(0.5));
        double deviation = 1;
        double reach = 3;
        for (int round = 0; round < ROUNDS; round++) {
            double[] best = {mean, deviation};
            double most = likelihood(observed, mean, deviation);
            for (int i = -STEPS; i <= STEPS; i++) {
                for (int j = -STEPS; j <= STEPS; j++) {
                    double m = mean + reach * i / STEPS;
                    double d = deviation * StrictMath.exp(reach * j / STEPS);
                    double likelihood = likelihood(observed, m, d);
                    if (likelihood > most) {
                        most = likelihood;
                        best = new double[] {m, d};
                    }
                }
            }
            mean = best[0];
            deviation = Math.max(best[1], 1e-3);
            reach /= 3;
        }
        return new double[] {mean, deviation};
    }

    private static double likelihood(Observed observed, double mean, double deviation) {
        double sum = 0;
        double below = 0;
        for (int i = 0; i < observed.bounds().size(); i++) {
            boolean isLast = Double.isInfinite(observed.bounds().get(i));
            double share = isLast ? 1 : normal((log(observed.bounds().get(i)) - mean) / deviation);
            if (observed.counts().get(i) > 0) {
                sum += observed.counts().get(i) * StrictMath.log(Math.max(share - below, 1e-12));
            }
            below = share;
        }
        return sum;
    }

    private static double distance(Observed observed, double mean, double deviation) {
        double greatest = 0;
        double before = 0;
        double below = 0;
        for (int i = 0; i < observed.bounds().size(); i++) {
            below += observed.counts().get(i);
            double bound = observed.bounds().get(i);
            if (Double.isInfinite(bound)
                    || i + 1 < observed.bounds().size() && observed.bounds().get(i + 1) == bound) {
                continue;
            }
            double share = below / observed.count();
            double standard = (log(bound) - mean) / Math.max(deviation, 1e-9);
            greatest = Math.max(greatest, Math.abs(share - normal(standard)));
            if (observed.isExact()) {
                greatest = Math.max(greatest, Math.abs(before - normal(standard)));
            }
            before = share;
        }
        return greatest;
    }

    private static double log(double seconds) {
        return StrictMath.log(Math.max(seconds, LEAST));
    }

    /** M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.2.17; wrong by 7.5e-8 at most. */
    static double normal(double x) {
        double t = 1 / (1 + 0.2316419 * Math.abs(x));
        double tail = StrictMath.exp(-x * x / 2)
                / StrictMath.sqrt(2 * Math.PI)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return x >= 0 ? 1 - tail : tail;
    }
}
