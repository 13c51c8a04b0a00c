package dev.wavetank.sim.network;

/**
 * The serving end of one stream.
 *
 * @param <T> type of the messages
 */
public interface StreamSender<T> {

    /**
     * Sends a message; messages arrive in the order in which they were sent, and none is left out until the stream
     * breaks. Ignored when the stream has ended.
     */
    void send(T message);

    /** Ends the stream, after everything that was sent before. */
    void close();

    /** Whether the stream still stands, as far as this end knows. */
    boolean isOpen();

    /**
     * How many messages have not got onto the wire: they wait for the end of a partition or of a stall, or for what was
     * lost before them. A server that can do without a client that takes nothing looks here.
     */
    int waiting();

    /**
     * Registers an action for the end of the stream for any other reason than {@link #close}. Several actions run in
     * the order of their registration. None runs when the server itself dies.
     */
    void whenClosed(Runnable action);
}
