package dev.wavetank.sim.toys.counter;

/**
 * The counter at one point of its history.
 *
 * @param value how far it has been raised
 * @param revision how many writes it has seen
 */
record Count(long value, long revision) {

    static final Count ZERO = new Count(0, 0);
}
