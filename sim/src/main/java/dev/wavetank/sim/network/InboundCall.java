package dev.wavetank.sim.network;

import dev.wavetank.sim.Event;
import org.jspecify.annotations.Nullable;

/** One copy of a request on its way to the server, and its execution there. */
final class InboundCall<Q, R> extends OpenCalls.Entry implements Event, CallHandler.Responder<R> {

    private final Network network;
    private final PendingCall<Q, R> call;
    private final AnswerWay back;
    private @Nullable Endpoint server;

    InboundCall(Network network, PendingCall<Q, R> call, AnswerWay back) {
        this.network = network;
        this.call = call;
        this.back = back;
    }

    /** The request arrives. */
    @Override
    public void fire() {
        if (call.isConnectionReset()) {
            return;
        }
        Endpoint target = network.endpoint(call.address().component());
        CallHandler<Q, R> handler = target == null ? null : target.callHandler(call.address());
        if (target == null || handler == null || back.fate().refused()) {
            sendBack(new Reply.Lost<>(Disconnect.REFUSED));
        } else if (back.fate().throttled()) {
            sendBack(new Reply.Lost<>(Disconnect.THROTTLED));
        } else {
            server = target;
            target.begin(this);
            handler.handle(call.caller().context().name(), call.request(), this);
        }
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
        Endpoint caller = call.caller();
        if (!caller.context().isAlive()) {
            return;
        }
        long delay = back.transit();
        if (delay != Link.DROPPED && !back.fate().answerVanishes()) {
            caller.deliver(delay, new Answer<>(call, outcome));
        }
    }

    /** The answer arrives. A named class for speed, see {@link dev.wavetank.sim.Completion}. */
    private record Answer<R>(PendingCall<?, R> call, Reply<R> outcome) implements Event {
        @Override
        public void fire() {
            call.answered(outcome);
        }
    }
}
