package dev.wavetank.sim;

/**
 * In which order events fire that are due at about the same instant.
 *
 * <p>The order of messages inside one stream is kept under every policy: that is the stream's promise, not the
 * event list's.
 */
public sealed interface OrderPolicy {

    /** First in, first out: simultaneous events fire in the order in which they were scheduled. */
    OrderPolicy FIFO = new Fifo();

    /** Simultaneous events fire in the order in which they were scheduled. */
    record Fifo() implements OrderPolicy {}

    /**
     * Events compete with all others that are due in the same window of time; a draw from the seed decides.
     *
     * <p>With nanosecond times hardly any two events tie, so shuffling exact ties alone would change nothing. An
     * event never fires early: when one of its competitors that is due later goes first, it fires late, by less
     * than the window.
     *
     * @param window length of the window in nanoseconds, at least 1
     */
    record Shuffle(long window) implements OrderPolicy {

        /** Checks the window. */
        public Shuffle {
            if (window < 1) {
                throw new IllegalArgumentException("the window of a shuffle must be at least 1 ns, was " + window);
            }
        }
    }
}
