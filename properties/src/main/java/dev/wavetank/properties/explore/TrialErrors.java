package dev.wavetank.properties.explore;

/**
 * Exceptions that ended runs of a search for a smaller failure, other than those about a scenario that cannot be: each
 * is a defect, of Wavetank or of parts of the user's own.
 *
 * @param count how many runs
 * @param first what was thrown first, and where; empty when nothing was
 */
public record TrialErrors(int count, String first) {

    /** No run ended so. */
    public static final TrialErrors NONE = new TrialErrors(0, "");

    /** The same with one more. */
    TrialErrors and(String thrown) {
        return new TrialErrors(count + 1, first.isEmpty() ? thrown : first);
    }
}
