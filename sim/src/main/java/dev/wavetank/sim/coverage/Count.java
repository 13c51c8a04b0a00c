package dev.wavetank.sim.coverage;

/**
 * In how many runs something was seen.
 *
 * @param runs in how many
 * @param times how often in all of them
 * @param firstSeed the smallest seed whose run saw it; {@code Long.MAX_VALUE} when none did
 */
public record Count(long runs, long times, long firstSeed) {

    /** It was never seen. */
    public static final Count NEVER = new Count(0, 0, Long.MAX_VALUE);

    /** What one run saw. */
    static Count ofRun(long seed, long times) {
        return times == 0 ? NEVER : new Count(1, times, seed);
    }

    /** Both together. */
    public Count merge(Count other) {
        return new Count(runs + other.runs, times + other.times, Math.min(firstSeed, other.firstSeed));
    }
}
