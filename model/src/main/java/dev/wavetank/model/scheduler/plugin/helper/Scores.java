package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** The range of scores, and the usual way into it. */
public final class Scores {

    private Scores() {}

    /** The best score of a version ({@code framework.MaxNodeScore}, {@code schedulerapi.MaxPriority}). */
    public static long most(KubernetesVersion version) {
        return version.has(Feature.SCORES_TO_HUNDRED) ? 100 : 10;
    }

    /**
     * Brings points into the range, in proportion to the highest ({@code helper.DefaultNormalizeScore}).
     *
     * @param isReversed whether the highest is the worst
     */
    public static void normalize(long[] points, long most, boolean isReversed) {
        long highest = 0;
        for (long each : points) {
            highest = Math.max(highest, each);
        }
        for (int i = 0; i < points.length; i++) {
            long share = highest == 0 ? 0 : points[i] * most / highest;
            points[i] = isReversed ? most - share : share;
        }
    }
}
