package dev.wavetank.sim.toys.counter;

/**
 * Asks the server to store a value.
 *
 * @param value the new value
 * @param expected the revision that the writer has seen, or {@link #ANY}
 */
record Write(long value, long expected) {

    static final long ANY = -1;
}
