package dev.wavetank.sim.network;

import dev.wavetank.sim.network.rule.CallFate;

/**
 * The way back of the response to one copy of a request.
 *
 * @param lane the answers to the caller
 * @param latency of the answer without disturbances, in nanoseconds: drawn when the request was sent
 * @param fate what the rules make of the call
 * @param duplicate whether the request exists only because of a duplication
 */
record AnswerWay(Lane lane, long latency, CallFate fate, boolean duplicate) {

    /** Nanoseconds that the answer takes when it is sent now, or {@link Link#DROPPED}. */
    long transit() {
        return lane.transit(latency, duplicate);
    }
}
