package dev.wavetank.reports.fit;

import java.util.List;

/**
 * Observed durations, as counts between bounds; single values are bounds with a count of one each.
 *
 * @param setting that they are for
 * @param what was measured, in words
 * @param bounds upper bounds in seconds, ascending
 * @param counts how many lie above the bound before and not above this one
 * @param isExact whether every bound is a value that was seen
 */
public record Observed(String setting, String what, List<Double> bounds, List<Long> counts, boolean isExact) {

    private static final int SHAPE_MIN = 3;

    /** Keeps copies, and checks them. */
    public Observed {
        bounds = List.copyOf(bounds);
        counts = List.copyOf(counts);
        if (bounds.isEmpty() || bounds.size() != counts.size()) {
            throw new IllegalArgumentException("need as many counts as bounds, and at least one");
        }
    }

    /** Single values in seconds. */
    public static Observed of(String setting, String what, List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        return new Observed(
                setting, what, sorted, sorted.stream().map(each -> 1L).toList(), true);
    }

    /** How many there are. */
    public long count() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** Whether they tell anything of the shape of a distribution: three values, or counts in three buckets. */
    public boolean hasShape() {
        return counts.stream().filter(each -> each > 0).count() >= SHAPE_MIN;
    }

    /** The value in seconds that this share of all does not exceed; within a bucket by a straight line. */
    public double quantile(double share) {
        double rank = Math.max(share * count(), 1e-9);
        double below = 0;
        for (int i = 0; i < bounds.size(); i++) {
            if (counts.get(i) > 0 && below + counts.get(i) >= rank - 1e-9) {
                double low = i == 0 ? 0 : bounds.get(i - 1);
                return isExact ? bounds.get(i) : low + (bounds.get(i) - low) * (rank - below) / counts.get(i);
            }
            below += counts.get(i);
        }
        return bounds.get(bounds.size() - 1);
    }
}
