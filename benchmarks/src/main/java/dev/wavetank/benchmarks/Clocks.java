package dev.wavetank.benchmarks;

import dev.wavetank.benchmarks.peer.Peers;

/** Sees to it that all peers do the same work: after the same number of events their clocks are equal. */
final class Clocks {

    private Peers first;
    private long expected;

    /**
     * Takes down the clock of a peer, in nanoseconds.
     *
     * @throws IllegalStateException when it differs from the clock of the first one
     */
    void add(Peers peer, long clock) {
        if (first == null) {
            first = peer;
            expected = clock;
        }
        if (clock != expected) {
            throw new IllegalStateException("the peers did not do the same work: the clock of " + first + " is at "
                    + expected + " ns, that of " + peer + " at " + clock + " ns");
        }
    }
}
