package dev.wavetank.sim.coverage;

/**
 * In how many runs something was observed.
 *
 * @param runs number of runs in which it was observed
 * @param times total number of observations
 * @param firstSeed the smallest seed whose run observed it; {@code Long.MAX_VALUE} without one
 */
public record Count(long runs, long times, long firstSeed) {

    /** Never observed. */
    public static final Count NEVER = new Count(0, 0, Long.MAX_VALUE);

    /** The observations of one run. */
    static Count ofRun(long seed, long times) {
        return times == 0 ? NEVER : new Count(1, times, seed);
    }

    /** Both together. */
    public Count merge(Count other) {
        return new Count(runs + other.runs, times + other.times, Math.min(firstSeed, other.firstSeed));
    }
}
