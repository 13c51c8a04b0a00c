package dev.wavetank.sim.network;

/**
 * The serving side of streams.
 *
 * @param <Q> type of the request that opens a stream
 * @param <T> type of its messages
 */
@FunctionalInterface
public interface StreamHandler<Q, T> {

    /** Begins to serve a stream. */
    void open(String client, Q request, StreamSender<T> sender);
}
