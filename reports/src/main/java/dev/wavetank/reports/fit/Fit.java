package dev.wavetank.reports.fit;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A distribution for a setting.
 *
 * @param observed what it is fitted to
 * @param logNormal the log-normal distribution nearest to it
 * @param isEmpirical whether the setting takes the observed quantiles rather than the log-normal distribution
 */
public record Fit(Observed observed, LogNormalFit logNormal, boolean isEmpirical) {

    private static final int QUANTILES = 20;

    /** Which distribution a setting takes. */
    public enum Shape {
        /** The log-normal one. */
        LOGNORMAL,
        /** What was observed. */
        EMPIRICAL,
        /** The log-normal one where it fits, and what was observed elsewhere. */
        BEST
    }

    /** Fits. */
    public static Fit of(Observed observed, Shape shape) {
        LogNormalFit fit = LogNormalFit.of(observed);
        return new Fit(
                observed,
                fit,
                shape == Shape.EMPIRICAL || shape == Shape.BEST && !(observed.hasShape() && fit.isGood()));
    }

    /**
     * The value of the setting, with where it comes from.
     *
     * @param source such as the name of a file
     */
    public String value(String source) {
        String from = " fitted to " + source + " (" + observed.count() + " samples)";
        if (!isEmpirical) {
            return span(logNormal.median()) + " (99 of 100 below " + span(Math.max(logNormal.p99(), logNormal.median()))
                    + ")" + from;
        }
        List<String> quantiles = new ArrayList<>();
        for (int i = 0; i <= QUANTILES; i++) {
            double seconds = observed.quantile((double) i / QUANTILES);
            double last = observed.bounds().stream()
                    .filter(bound -> !Double.isInfinite(bound))
                    .reduce((one, next) -> next)
                    .orElse(0.0);
            quantiles.add(span(Double.isInfinite(seconds) ? last : seconds));
        }
        return "quantiles " + String.join(" ", quantiles) + from;
    }

    /** How good the fit is, in a sentence. */
    public String goodness() {
        if (!observed.hasShape()) {
            return "they lie in fewer than three " + (observed.isExact() ? "values" : "buckets")
                    + ", which says nothing of their shape";
        }
        return String.format(
                Locale.ROOT,
                "Kolmogorov-Smirnov distance to the log-normal %.3f, critical value %.3f (5 %%, Lilliefors 1967): %s",
                logNormal.distance(),
                logNormal.critical(),
                logNormal.isGood() ? "fits" : "does not fit");
    }

    /** To the microsecond: nothing that is measured here is known better. */
    private static String span(double seconds) {
        long micros = Math.max(1, Math.round(seconds * 1e6));
        return VirtualTime.span(micros * VirtualTime.MICROSECOND);
    }
}
