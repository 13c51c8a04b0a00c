package dev.wavetank.sim.component;

/**
 * How a clock is wrong.
 *
 * @param offset nanoseconds by which it is ahead; negative when it is behind
 * @param driftPpm millionths by which it runs fast; negative when it runs slow; above -1,000,000
 */
public record ClockSkew(long offset, int driftPpm) {

    /** Checks the drift. */
    public ClockSkew {
        if (driftPpm <= -LocalClock.MILLION) {
            throw new IllegalArgumentException("a clock with a drift of " + driftPpm + " ppm stands still");
        }
    }
}
