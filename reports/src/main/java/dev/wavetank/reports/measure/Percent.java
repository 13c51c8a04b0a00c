package dev.wavetank.reports.measure;

import java.util.Locale;

/** Shares as people read them. */
public final class Percent {

    private static final double PER_CENT = 100;
    private static final double WHOLE_FROM = 9.95;

    private Percent() {}

    /** Such as {@code 5.0%}, {@code 17%}. */
    public static String of(double share) {
        double percent = share * PER_CENT;
        return String.format(Locale.ROOT, Math.abs(percent) < WHOLE_FROM ? "%.1f%%" : "%.0f%%", percent);
    }

    /** The same with its sign: {@code +17%}. */
    public static String signed(double share) {
        return (share > 0 ? "+" : "") + of(share);
    }
}
