package dev.wavetank.sim.network;

import dev.wavetank.sim.network.rule.LinkLayer;

/**
 * The serving side of a call.
 *
 * @param <Q> type of the requests
 * @param <R> type of the responses
 */
@FunctionalInterface
public interface CallHandler<Q, R> {

    /**
     * Handles one request, now or later. The same request may arrive twice, see {@link LinkLayer.Duplication}.
     *
     * @param caller name of the component that sent it
     * @param request what it asks
     * @param responder takes the response, once
     */
    void handle(String caller, Q request, Responder<R> responder);

    /** Takes the response to one call. */
    @FunctionalInterface
    interface Responder<R> {

        /** Sends the response, which may still be lost. */
        void respond(R response);
    }
}
