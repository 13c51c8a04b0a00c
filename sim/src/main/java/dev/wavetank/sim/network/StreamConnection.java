package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One stream from a server to a client.
 *
 * <p>While a partition covers its link, messages are held, as a transport that retransmits would. When the
 * partition outlasts the keep-alive timeout, both ends give the stream up and what was held is lost.
 */
final class StreamConnection<T> implements StreamSender<T> {

    private final Network network;
    private final Endpoint client;
    private final String serverName;
    private final StreamReceiver<T> receiver;
    private final Link down;
    private final Link up;
    private final Queue<T> inFlight = new ArrayDeque<>();
    private final Queue<T> held = new ArrayDeque<>();
    private Endpoint server;
    private Runnable serverClosed = () -> {};
    private long lastArrival;
    private long keepAlive;
    private boolean closing;
    private boolean open = true;

    StreamConnection(Network network, Endpoint client, String serverName, StreamReceiver<T> receiver) {
        this.network = network;
        this.client = client;
        this.serverName = serverName;
        this.receiver = receiver;
        this.up = network.link(client.context().name(), serverName);
        this.down = network.link(serverName, client.context().name());
    }

    <Q> void open(Address<Q, T> address, Q request) {
        up.carry(this);
        down.carry(this);
        client.schedule(network.settings().connectTimeout(), () -> {
            if (server == null) {
                end(Disconnect.TIMED_OUT);
            }
        });
        if (!up.isBlocked()) {
            network.simulation().schedule(up.sampleDelay(), EventClass.WORK, () -> arrive(address, request));
        }
    }

    private <Q> void arrive(Address<Q, T> address, Q request) {
        if (!open) {
            return;
        }
        Endpoint target = network.endpoint(serverName);
        StreamHandler<Q, T> handler = target == null ? null : target.streamHandler(address);
        if (handler == null) {
            client.schedule(down.sampleDelay(), () -> end(Disconnect.REFUSED));
            return;
        }
        server = target;
        server.add(this);
        handler.open(client.context().name(), request, this);
    }

    @Override
    public void send(T message) {
        if (!open || closing || server == null) {
            return;
        }
        if (down.isBlocked()) {
            held.add(message);
        } else {
            transmit(message);
        }
    }

    private void transmit(T message) {
        inFlight.add(message);
        client.schedule(nextArrival(), this::deliver);
    }

    private long nextArrival() {
        long now = network.simulation().now();
        lastArrival = Math.max(lastArrival, now + down.sampleDelay());
        return lastArrival - now;
    }

    /** Takes the oldest message, whichever of the deliveries fires first: the order of a stream never changes. */
    private void deliver() {
        if (open) {
            receiver.receive(inFlight.remove());
        }
    }

    @Override
    public void close() {
        if (open && !closing) {
            closing = true;
            // A stream that ends while its link is blocked is found dead by the client's keep-alive.
            if (!down.isBlocked()) {
                client.schedule(nextArrival(), () -> end(Disconnect.CLOSED));
            }
        }
    }

    @Override
    public boolean isOpen() {
        return open && !closing;
    }

    @Override
    public void whenClosed(Runnable action) {
        serverClosed = action;
    }

    void closeByClient() {
        if (open) {
            dispose();
            notifyServer();
        }
    }

    /** One of the two incarnations died. */
    void peerDied(Endpoint dead) {
        if (!open) {
            return;
        }
        if (dead == client) {
            dispose();
            notifyServer();
        } else if (!closing) {
            closing = true;
            if (!down.isBlocked()) {
                client.schedule(nextArrival(), () -> end(Disconnect.RESET));
            }
        }
    }

    /** A partition has come over one of the links. */
    void blocked() {
        if (keepAlive == 0) {
            keepAlive = network.simulation().schedule(network.settings().keepAliveTimeout(), EventClass.WORK, () -> {
                dispose();
                notifyServer();
                if (client.context().isAlive()) {
                    client.schedule(0, () -> receiver.closed(Disconnect.TIMED_OUT));
                }
            });
        }
    }

    /** The last partition over one of the links has gone. */
    void unblocked() {
        if (up.isBlocked() || down.isBlocked()) {
            return;
        }
        network.simulation().cancel(keepAlive);
        keepAlive = 0;
        if (closing) {
            client.schedule(nextArrival(), () -> end(Disconnect.RESET));
            return;
        }
        while (!held.isEmpty()) {
            transmit(held.remove());
        }
    }

    private void notifyServer() {
        if (server != null && server.context().isAlive()) {
            server.schedule(0, serverClosed::run);
        }
    }

    private void end(Disconnect reason) {
        if (!open) {
            return;
        }
        dispose();
        if (reason == Disconnect.TIMED_OUT) {
            notifyServer();
        }
        receiver.closed(reason);
    }

    private void dispose() {
        open = false;
        up.release(this);
        down.release(this);
        client.remove(this);
        if (server != null) {
            server.remove(this);
        }
        if (keepAlive != 0) {
            network.simulation().cancel(keepAlive);
        }
    }
}
