package dev.wavetank.sim.network.rule;

import dev.wavetank.sim.network.Disconnect;

/**
 * Decides the fate of some calls by number: of those that match, from when the rule was put, it hits the
 * {@code first}-th and the {@code count - 1} after it. Calls are counted when they are sent. Streams are not calls.
 *
 * <p>Rules compose along the way of a call: the request vanishes if any rule says so; otherwise it is refused before
 * it is throttled, and throttled before it is executed; and whatever the answer is, it vanishes if any rule says so.
 *
 * @param calls the calls that are counted
 * @param outcome what happens to those that are hit
 * @param first number of the first call that is hit, from 1
 * @param count how many are hit, at least 1
 */
public record CallRule(CallSelector calls, Outcome outcome, int first, int count) {

    /** What happens to a call that is hit. */
    public enum Outcome {
        /**
         * The request is refused on arrival, as by a load balancer without a backend or a port without a listener:
         * never executed, and the caller gets {@link Disconnect#REFUSED} after a round trip.
         */
        REFUSED,
        /**
         * The request vanishes before it is executed, and the caller gets {@link Disconnect#TIMED_OUT} at its
         * deadline.
         */
        TIMED_OUT,
        /**
         * The request is executed and its response vanishes; the caller gets {@link Disconnect#TIMED_OUT} at its
         * deadline, and cannot distinguish this from {@link #TIMED_OUT}.
         */
        ANSWER_LOST,
        /**
         * The server has too much to do, as when API priority and fairness answers 429: not executed, and the caller
         * gets {@link Disconnect#THROTTLED} after a round trip.
         */
        THROTTLED
    }

    /** Checks the numbers. */
    public CallRule {
        if (first < 1 || count < 1) {
            throw new IllegalArgumentException("first and count must be at least 1, were " + first + " and " + count);
        }
    }

    /** Whether the rule hits the call of that number, counted from 1. */
    public boolean hits(long number) {
        return number >= first && number - first < count;
    }
}
