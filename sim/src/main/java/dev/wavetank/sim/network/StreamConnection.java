package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.Operation;
import dev.wavetank.sim.network.rule.StreamLayer;
import org.jspecify.annotations.Nullable;

/**
 * One stream from a server to a client: the client's view, and what the two ends share.
 *
 * <p>Each end has its own view: what one end does reaches the other only over the link. While a partition covers
 * the link, messages are held, as a transport that retransmits would. When the two are without contact for longer
 * than the keep-alive timeout, both ends give the stream up and what was held is lost.
 */
final class StreamConnection<T> {

    private final Network network;
    private final Endpoint client;
    private final Address<?, T> address;
    private final StreamReceiver<T> receiver;
    private final Lane down;
    private final Lane up;
    private final OrderedChannel<T> messages;
    private final Object request;
    /** Null until the request has arrived. */
    private @Nullable StreamServerEnd<T> serverEnd;

    private boolean clientOpen = true;
    private boolean cut;
    private boolean serverVanished;
    private long connectTimer;
    private long keepAlive;

    StreamConnection(
            Network network, Endpoint client, Address<?, T> address, Object request, StreamReceiver<T> receiver) {
        this.network = network;
        this.client = client;
        this.address = address;
        this.request = request;
        this.receiver = receiver;
        String component = client.context().name();
        String actor = Operation.actor(component, request);
        String subject = request instanceof Operation operation ? operation.subject() : address.service();
        this.up = network.link(component, address.component()).segments(actor, subject);
        this.down = network.link(address.component(), component).segments(actor, subject);
        this.messages = new OrderedChannel<>(network, down, client, clientEnd(), this::contactChanged);
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
        for (ActiveLayer<StreamLayer> active : network.streamLayers()) {
            if (isAmong(active.layer().streams())) {
                messages.put(active);
            }
        }
        up.link().carry(this);
        down.link().carry(this);
        connectTimer = client.schedule(network.settings().connectTimeout(), () -> endClient(Disconnect.TIMED_OUT));
        long delay = up.transit();
        if (delay != Link.DROPPED) {
            network.arriveAfter(delay, to.component(), () -> arrive(to, asked));
        }
    }

    private <Q> void arrive(Address<Q, T> to, Q asked) {
        if (!clientOpen || cut) {
            return;
        }
        Endpoint server = network.endpoint(to.component());
        StreamHandler<Q, T> handler = server == null ? null : server.streamHandler(to);
        if (server == null || handler == null) {
            long delay = down.transit();
            if (delay != Link.DROPPED) {
                client.deliver(delay, () -> endClient(Disconnect.REFUSED));
            }
            return;
        }
        // From here on the keep-alive watches over the stream.
        network.simulation().cancel(connectTimer);
        serverEnd = new StreamServerEnd<>(this, network, server, up);
        contactChanged();
        handler.open(client.context().name(), asked, serverEnd);
    }

    /** Whether it is one of the connections between these, by who opened it and to whom. */
    boolean isAmong(LinkSelector connections) {
        return connections.matches(client.context().name(), address.component());
    }

    /** Whether it was opened by such a request. */
    boolean isAmong(CallSelector selector) {
        return selector.matches(client.context().name(), address, request);
    }

    OrderedChannel<T> messages() {
        return messages;
    }

    void closeByClient() {
        if (clientOpen) {
            dropClient();
            tellServer();
        }
    }

    /** One of the two incarnations died. */
    void endpointDied(Endpoint dead) {
        if (serverEnd != null && serverEnd.belongsTo(dead)) {
            serverEnd.die();
        }
        if (dead == client) {
            closeByClient();
        }
    }

    /**
     * Breaks the connection: both ends are notified now, and messages in flight are lost. Returns whether the stream
     * was open.
     */
    boolean cut() {
        if (cut) {
            return false;
        }
        cut = true;
        messages.abandon();
        endBoth(Disconnect.RESET);
        return true;
    }

    /** Closes the server's end without a notification of the client. Returns whether there were two ends. */
    boolean loseServerSilently() {
        StreamServerEnd<T> lost = serverEnd;
        if (!clientOpen || lost == null || !isServerOpen() || cut || serverVanished) {
            return false;
        }
        serverVanished = true;
        messages.seal();
        contactChanged();
        lost.loseNow();
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

    /** Updates whether the two ends have contact. */
    void contactChanged() {
        boolean contact = !up.link().isBlocked()
                && !down.link().isBlocked()
                && !messages.isRetransmitting()
                && !(serverEnd != null && serverEnd.waitsForFarewell())
                && !serverVanished;
        if (contact) {
            network.simulation().cancel(keepAlive);
            keepAlive = 0;
        } else if (keepAlive == 0 && (clientOpen || isServerOpen())) {
            keepAlive = network.simulation()
                    .schedule(
                            network.settings().keepAliveTimeout(),
                            EventClass.WORK,
                            () -> endBoth(Disconnect.TIMED_OUT));
        }
    }

    /** One of the ends is over. When it was the last, the links carry the stream no more. */
    void endDropped() {
        if (!clientOpen && !isServerOpen()) {
            up.link().release(this);
            down.link().release(this);
            network.simulation().cancel(keepAlive);
        }
    }

    private boolean isServerOpen() {
        return serverEnd != null && serverEnd.isOpen();
    }

    private void endBoth(Disconnect reason) {
        if (serverEnd != null) {
            serverEnd.loseNow();
        }
        if (clientOpen) {
            client.schedule(0, () -> endClient(reason));
        }
    }

    private void endClient(Disconnect reason) {
        if (clientOpen) {
            dropClient();
            receiver.closed(reason);
        }
    }

    private void tellServer() {
        if (serverEnd != null) {
            serverEnd.clientLeft();
        }
    }

    private void dropClient() {
        clientOpen = false;
        messages.abandon();
        client.remove(this);
        network.simulation().cancel(connectTimer);
        endDropped();
    }
}
