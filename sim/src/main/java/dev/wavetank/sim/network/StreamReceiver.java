package dev.wavetank.sim.network;

/**
 * The receiving end of one stream.
 *
 * @param <T> type of the messages
 */
public interface StreamReceiver<T> {

    /** Takes the next message. */
    void receive(T message);

    /** Learns that no further message will come. Called once, unless the receiver closed the stream itself. */
    void closed(Disconnect reason);
}
