package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;

/**
 * One stream from a server to a client.
 *
 * <p>Each end has its own view: what one end does reaches the other only over the link. While a partition covers
 * the link, messages are held, as a transport that retransmits would. When the two are without contact for longer
 * than the keep-alive timeout, both ends give the stream up and what was held is lost.
 */
final class StreamConnection<T> implements StreamSender<T> {

    private final Network network;
    private final Endpoint client;
    private final Address<?, T> address;
    private final StreamReceiver<T> receiver;
    private final Link down;
    private final Link up;
    private final OrderedChannel<T> messages;
    private Object request;
    private Endpoint server;
    private Runnable serverClosed = () -> {};
    private boolean clientOpen = true;
    private boolean serverOpen;
    private boolean cut;
    private boolean serverVanished;
    private long closeTimeout;
    private long closeRetransmission;
    private long connectTimer;
    private long keepAlive;

    StreamConnection(Network network, Endpoint client, Address<?, T> address, StreamReceiver<T> receiver) {
        this.network = network;
        this.client = client;
        this.address = address;
        this.receiver = receiver;
        this.up = network.link(client.context().name(), address.component());
        this.down = network.link(address.component(), client.context().name());
        this.messages = new OrderedChannel<>(network, down, client, clientEnd(), this::contactChanged);
        this.closeTimeout = network.settings().retransmitTimeout();
    }

    private StreamReceiver<T> clientEnd() {
        return new StreamReceiver<>() {
            @Override
            public void receive(T message) {
                receiver.receive(message);
            }

            @Override
            public void closed(Disconnect reason) {
                endClient(reason);
            }
        };
    }

    /** Until it stands, a stream is a request like any other: when it is lost, the client waits for its timeout. */
    <Q> void open(Address<Q, T> to, Q asked) {
        request = asked;
        for (ActiveLayer<StreamLayer> active : network.streamLayers()) {
            if (isAmong(active.layer().streams())) {
                messages.put(active);
            }
        }
        up.carry(this);
        down.carry(this);
        connectTimer = client.schedule(network.settings().connectTimeout(), () -> endClient(Disconnect.TIMED_OUT));
        long delay = up.transit();
        if (delay != Link.DROPPED) {
            network.arriveAfter(delay, () -> arrive(to, asked));
        }
    }

    private <Q> void arrive(Address<Q, T> to, Q asked) {
        if (!clientOpen || cut) {
            return;
        }
        Endpoint target = network.endpoint(to.component());
        StreamHandler<Q, T> handler = target == null ? null : target.streamHandler(to);
        if (handler == null) {
            long delay = down.transit();
            if (delay != Link.DROPPED) {
                client.schedule(delay, () -> endClient(Disconnect.REFUSED));
            }
            return;
        }
        // From here on the keep-alive watches over the stream.
        network.simulation().cancel(connectTimer);
        server = target;
        serverOpen = true;
        server.add(this);
        contactChanged();
        handler.open(client.context().name(), asked, this);
    }

    boolean isAmong(LinkSelector connections) {
        return connections.matches(client.context().name(), address.component());
    }

    boolean isAmong(CallSelector selector) {
        return selector.matches(client.context().name(), address, request);
    }

    void put(ActiveLayer<StreamLayer> layer) {
        messages.put(layer);
    }

    void lift(ActiveLayer<StreamLayer> layer) {
        messages.lift(layer);
    }

    @Override
    public void send(T message) {
        if (serverOpen) {
            messages.send(message);
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
            messages.dropWaiting();
            endServer(Disconnect.RESET);
        }
        if (dead == client) {
            closeByClient();
        }
    }

    /** The connection breaks: both ends learn it now, and what was in flight is lost. Answers whether that is news. */
    boolean cut() {
        if (cut) {
            return false;
        }
        cut = true;
        messages.abandon();
        endBoth(Disconnect.RESET);
        return true;
    }

    /** The server's end goes, and the client is not told. Answers whether there were two ends. */
    boolean loseServerSilently() {
        if (!clientOpen || !serverOpen || cut || serverVanished) {
            return false;
        }
        serverVanished = true;
        messages.seal();
        contactChanged();
        server.schedule(0, this::loseServer);
        return true;
    }

    /** The last partition over one of the links has gone. */
    void unblocked() {
        contactChanged();
        messages.resume();
        if (!clientOpen) {
            tellServer();
        }
    }

    /** Something may have come or gone that keeps the two ends from hearing of each other. */
    void contactChanged() {
        boolean contact = !up.isBlocked()
                && !down.isBlocked()
                && !messages.isRetransmitting()
                && closeRetransmission == 0
                && !serverVanished;
        if (contact) {
            network.simulation().cancel(keepAlive);
            keepAlive = 0;
        } else if (keepAlive == 0 && (clientOpen || serverOpen)) {
            keepAlive =
                    network.simulation().schedule(network.settings().keepAliveTimeout(), EventClass.WORK, this::giveUp);
        }
    }

    private void giveUp() {
        endBoth(Disconnect.TIMED_OUT);
    }

    private void endBoth(Disconnect reason) {
        if (serverOpen) {
            server.schedule(0, this::loseServer);
        }
        if (clientOpen) {
            client.schedule(0, () -> endClient(reason));
        }
    }

    /** The serving end is over by its own doing or death; the client hears of it after all that was sent before. */
    private void endServer(Disconnect reason) {
        if (serverOpen) {
            dropServer();
            messages.end(reason);
        }
    }

    private void endClient(Disconnect reason) {
        if (clientOpen) {
            dropClient();
            receiver.closed(reason);
        }
    }

    /** The client has gone. Its word is sent again until it gets through, like everything else in a stream. */
    private void tellServer() {
        if (!serverOpen || up.isBlocked() || closeRetransmission != 0) {
            return;
        }
        if (up.loses()) {
            closeRetransmission = network.simulation().schedule(closeTimeout, EventClass.WORK, () -> {
                closeRetransmission = 0;
                tellServer();
                contactChanged();
            });
            closeTimeout = network.settings().retransmitTimeoutAfter(closeTimeout);
            contactChanged();
            return;
        }
        server.schedule(up.delay(), this::loseServer);
    }

    private void loseServer() {
        if (serverOpen) {
            dropServer();
            serverClosed.run();
        }
    }

    private void dropClient() {
        clientOpen = false;
        messages.abandon();
        client.remove(this);
        network.simulation().cancel(connectTimer);
        releaseLinks();
    }

    private void dropServer() {
        serverOpen = false;
        server.remove(this);
        network.simulation().cancel(closeRetransmission);
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
