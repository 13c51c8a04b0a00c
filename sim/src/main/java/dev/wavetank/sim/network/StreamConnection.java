package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One stream from a server to a client.
 *
 * <p>Each end has its own view: what one end does reaches the other only over the link. While a partition covers
 * the link, messages are held, as a transport that retransmits would. When the partition outlasts the keep-alive
 * timeout, both ends give the stream up and what was held is lost.
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
    private boolean clientOpen = true;
    private boolean serverOpen;
    /**
     * Why the server's end is over, once it is by the server's own doing or death: the last thing the client hears.
     */
    private Disconnect ending;

    private long lastArrival;
    private long connectTimer;
    private long keepAlive;

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
        connectTimer = client.schedule(network.settings().connectTimeout(), () -> endClient(Disconnect.TIMED_OUT));
        if (!up.isBlocked()) {
            network.simulation().schedule(up.sampleDelay(), EventClass.WORK, () -> arrive(address, request));
        }
    }

    private <Q> void arrive(Address<Q, T> address, Q request) {
        if (!clientOpen) {
            return;
        }
        Endpoint target = network.endpoint(serverName);
        StreamHandler<Q, T> handler = target == null ? null : target.streamHandler(address);
        if (handler == null) {
            if (!down.isBlocked()) {
                client.schedule(down.sampleDelay(), () -> endClient(Disconnect.REFUSED));
            }
            return;
        }
        // From here on the keep-alive watches over the stream.
        network.simulation().cancel(connectTimer);
        server = target;
        serverOpen = true;
        server.add(this);
        handler.open(client.context().name(), request, this);
    }

    @Override
    public void send(T message) {
        if (!serverOpen) {
            return;
        }
        if (down.isBlocked()) {
            held.add(message);
        } else {
            transmit(message);
        }
    }

    private void transmit(T message) {
        if (clientOpen) {
            inFlight.add(message);
            scheduleDelivery();
        }
    }

    private void scheduleDelivery() {
        long now = network.simulation().now();
        lastArrival = Math.max(lastArrival, now + down.sampleDelay());
        client.schedule(lastArrival - now, this::deliver);
    }

    /**
     * Takes the oldest message, or the end when there is none, whichever of the deliveries fires first: the order
     * of a stream never changes.
     */
    private void deliver() {
        if (!clientOpen) {
            return;
        }
        if (inFlight.isEmpty()) {
            endClient(ending);
        } else {
            receiver.receive(inFlight.remove());
        }
    }

    @Override
    public void close() {
        endServer(Disconnect.CLOSED);
    }

    @Override
    public boolean isOpen() {
        return serverOpen;
    }

    @Override
    public void whenClosed(Runnable action) {
        serverClosed = action;
    }

    void closeByClient() {
        if (clientOpen) {
            dropClient();
            tellServer();
        }
    }

    /** One of the two incarnations died. */
    void endpointDied(Endpoint dead) {
        if (dead == server) {
            // What it had not got onto the wire dies with it.
            held.clear();
            endServer(Disconnect.RESET);
        }
        if (dead == client) {
            closeByClient();
        }
    }

    /** A partition has come over one of the links. */
    void blocked() {
        if (keepAlive == 0) {
            keepAlive =
                    network.simulation().schedule(network.settings().keepAliveTimeout(), EventClass.WORK, this::giveUp);
        }
    }

    /** The last partition over one of the links has gone. */
    void unblocked() {
        if (up.isBlocked() || down.isBlocked()) {
            return;
        }
        network.simulation().cancel(keepAlive);
        keepAlive = 0;
        while (!held.isEmpty()) {
            transmit(held.remove());
        }
        // The end may have been on its way before the partition; the other side hears it once all the same.
        if (ending != null) {
            scheduleDelivery();
        }
        if (!clientOpen) {
            tellServer();
        }
    }

    private void giveUp() {
        if (serverOpen) {
            server.schedule(0, this::loseServer);
        }
        if (clientOpen) {
            client.schedule(0, () -> endClient(Disconnect.TIMED_OUT));
        }
    }

    /** The serving end is over by its own doing; the client hears of it after all that was sent before. */
    private void endServer(Disconnect reason) {
        if (!serverOpen) {
            return;
        }
        dropServer();
        ending = reason;
        if (clientOpen && !down.isBlocked()) {
            scheduleDelivery();
        }
    }

    private void endClient(Disconnect reason) {
        if (clientOpen) {
            dropClient();
            receiver.closed(reason);
        }
    }

    private void tellServer() {
        if (serverOpen && !up.isBlocked()) {
            server.schedule(up.sampleDelay(), this::loseServer);
        }
    }

    private void loseServer() {
        if (serverOpen) {
            dropServer();
            serverClosed.run();
        }
    }

    private void dropClient() {
        clientOpen = false;
        inFlight.clear();
        held.clear();
        client.remove(this);
        network.simulation().cancel(connectTimer);
        releaseLinks();
    }

    private void dropServer() {
        serverOpen = false;
        server.remove(this);
        releaseLinks();
    }

    private void releaseLinks() {
        if (!clientOpen && !serverOpen) {
            up.release(this);
            down.release(this);
            network.simulation().cancel(keepAlive);
        }
    }
}
