package dev.wavetank.sim;

/**
 * How far a run may go.
 *
 * @param until last instant of virtual time, in nanoseconds, at which events still fire
 * @param events greatest number of events that fire in this run
 * @param stopWhenQuiescent whether the run ends as soon as it is {@linkplain Simulation#isQuiescent quiescent}
 */
public record RunLimits(long until, long events, boolean stopWhenQuiescent) {

    /** No limit but quiescence. */
    public static final RunLimits UNTIL_QUIESCENT = new RunLimits(Long.MAX_VALUE, Long.MAX_VALUE, true);

    /** Checks the limits. */
    public RunLimits {
        if (until < 0) {
            throw new IllegalArgumentException("until must not be negative, was " + until);
        }
        if (events < 0) {
            throw new IllegalArgumentException("events must not be negative, was " + events);
        }
    }

    /** Everything that happens up to and including {@code until}, whether anything is pending or not. */
    public static RunLimits until(long until) {
        return new RunLimits(until, Long.MAX_VALUE, false);
    }
}
