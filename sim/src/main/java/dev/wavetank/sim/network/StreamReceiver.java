package dev.wavetank.sim.network;

/**
 * The receiving end of one stream.
 *
 * @param <T> type of the messages
 */
public interface StreamReceiver<T> {

    /** Receives the next message. */
    void receive(T message);

    /** The stream has ended. Called once, unless the receiver closed the stream itself. */
    void closed(Disconnect reason);
}
