package dev.wavetank.sim.network;

/**
 * The result of a call.
 *
 * @param <R> type of the responses
 */
public sealed interface Reply<R> {

    /** The response arrived. */
    record Answer<R>(R value) implements Reply<R> {}

    /** No response will arrive. The request may have been executed all the same. */
    record Lost<R>(Disconnect reason) implements Reply<R> {}
}
