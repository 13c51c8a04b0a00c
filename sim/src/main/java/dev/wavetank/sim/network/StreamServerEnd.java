package dev.wavetank.sim.network;

/** The server's end of one stream: it sends, and eventually notices that the client has closed. */
final class StreamServerEnd<T> implements StreamSender<T> {

    private static final Runnable NOTHING = () -> {};

    private final StreamConnection<T> connection;
    private final Endpoint server;
    private final OrderedChannel<T> messages;
    private final Lane up;
    private final Retransmission farewell;
    private Runnable whenClosed = NOTHING;
    private boolean open = true;

    StreamServerEnd(StreamConnection<T> connection, Network network, Endpoint server, Lane up) {
        this.connection = connection;
        this.server = server;
        this.messages = connection.messages();
        this.up = up;
        this.farewell = new Retransmission(network, this::clientLeft, connection::contactChanged);
        server.add(connection);
    }

    @Override
    public void send(T message) {
        if (open) {
            messages.send(message);
        }
    }

    @Override
    public void close() {
        end(Disconnect.CLOSED);
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public int waiting() {
        return messages.waiting();
    }

    @Override
    public void whenClosed(Runnable action) {
        Runnable before = whenClosed;
        whenClosed = before == NOTHING
                ? action
                : () -> {
                    before.run();
                    action.run();
                };
    }

    boolean belongsTo(Endpoint endpoint) {
        return server == endpoint;
    }

    /** The serving incarnation died. What it had not got onto the wire dies with it. */
    void die() {
        messages.dropWaiting();
        end(Disconnect.RESET);
    }

    /** Whether the close message of the client was lost on its way. */
    boolean waitsForFarewell() {
        return farewell.isPending();
    }

    /** The client has closed. Its message is retransmitted until it arrives, like everything else in a stream. */
    void clientLeft() {
        if (open && !up.link().isBlocked() && !farewell.isPending() && !farewell.losesOn(up)) {
            server.schedule(up.delay(), this::lose);
        }
    }

    /** Notifies the server of the end of the stream. */
    void loseNow() {
        if (open) {
            server.schedule(0, this::lose);
        }
    }

    private void lose() {
        if (open) {
            drop();
            whenClosed.run();
        }
    }

    /** Ended by the server's close or death; the client is notified after all that was sent before. */
    private void end(Disconnect reason) {
        if (open) {
            drop();
            messages.end(reason);
        }
    }

    private void drop() {
        open = false;
        server.remove(connection);
        farewell.cancel();
        connection.endDropped();
    }
}
