package dev.wavetank.sim.component;

/**
 * An error of the wall clock, from which a component takes timestamps. Timers do not follow it: operating systems run
 * them by a monotonic clock.
 *
 * @param offset nanoseconds by which it is ahead; negative when it is behind
 * @param driftPpm millionths by which it runs fast; negative when it runs slow
 */
public record ClockSkew(long offset, int driftPpm) {}
