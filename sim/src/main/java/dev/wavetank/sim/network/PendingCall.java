package dev.wavetank.sim.network;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.EventClass;

/** One request under way, from sending to its reply or its loss. */
final class PendingCall<Q, R> implements CallHandler.Responder<R> {

    private final Network network;
    private final Endpoint caller;
    private final Address<Q, R> address;
    private final Q request;
    private final Completion<Reply<R>> reply = new Completion<>();
    private Endpoint server;
    private long deadline;
    private int inboundIndex;

    PendingCall(Network network, Endpoint caller, Address<Q, R> address, Q request) {
        this.network = network;
        this.caller = caller;
        this.address = address;
        this.request = request;
    }

    Completion<Reply<R>> reply() {
        return reply;
    }

    void setInboundIndex(int index) {
        inboundIndex = index;
    }

    int inboundIndex() {
        return inboundIndex;
    }

    void send(long timeout) {
        if (!caller.context().isAlive()) {
            return;
        }
        deadline = caller.schedule(timeout, () -> finish(new Reply.Lost<>(Disconnect.TIMED_OUT)));
        Link link = network.link(caller.context().name(), address.component());
        if (!link.isBlocked()) {
            // Not owned by the caller: a request on the wire arrives even if its sender has died.
            network.simulation().schedule(link.sampleDelay(), EventClass.WORK, this::arrive);
        }
    }

    private void arrive() {
        server = network.endpoint(address.component());
        CallHandler<Q, R> handler = server == null ? null : server.callHandler(address);
        if (handler == null) {
            server = null;
            sendBack(new Reply.Lost<>(Disconnect.REFUSED));
            return;
        }
        server.begin(this);
        handler.handle(caller.context().name(), request, this);
    }

    @Override
    public void respond(R response) {
        if (server == null || !server.context().isAlive()) {
            return;
        }
        server.end(this);
        server = null;
        sendBack(new Reply.Answer<>(response));
    }

    /** The serving incarnation died before it answered. */
    void resetByServer() {
        server = null;
        sendBack(new Reply.Lost<>(Disconnect.RESET));
    }

    private void sendBack(Reply<R> outcome) {
        if (!caller.context().isAlive()) {
            return;
        }
        Link link = network.link(address.component(), caller.context().name());
        if (!link.isBlocked()) {
            caller.schedule(link.sampleDelay(), () -> finish(outcome));
        }
    }

    private void finish(Reply<R> outcome) {
        if (!reply.isDone()) {
            network.simulation().cancel(deadline);
            reply.complete(outcome);
        }
    }
}
