package dev.wavetank.sim.network;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.rule.Address;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The network interface of one incarnation of a component: it serves, calls, and opens streams.
 *
 * <p>After the end of the incarnation, requests through it have no effect, and no response arrives.
 */
public final class Endpoint {

    private final Network network;
    private final Context context;
    private final Map<String, Object> handlers = new LinkedHashMap<>(4);
    /** By server and actor: found again with every call. */
    private final Map<String, Map<String, CallLanes>> callLanes = new LinkedHashMap<>(4);

    private final OpenCalls<PendingCall<?, ?>> outboundCalls = new OpenCalls<>();
    private final OpenCalls<InboundCall<?, ?>> inboundCalls = new OpenCalls<>();
    private final Set<StreamConnection<?>> streams = new LinkedHashSet<>(4);

    Endpoint(Network network, Context context) {
        this.network = network;
        this.context = context;
    }

    /** Answers calls to one of the component's services. */
    public <Q, R> void serve(Address<Q, R> address, CallHandler<Q, R> handler) {
        handlers.put(ownService(address), handler);
    }

    /** Answers requests for a stream of messages from one of the component's services. */
    public <Q, T> void serveStream(Address<Q, T> address, StreamHandler<Q, T> handler) {
        handlers.put(ownService(address), handler);
    }

    /**
     * Sends a request.
     *
     * @param timeout nanoseconds until the caller gives up
     * @return the response, or why there is no response
     */
    public <Q, R> Completion<Reply<R>> call(Address<Q, R> to, Q request, long timeout) {
        PendingCall<Q, R> call = new PendingCall<>(network, this, to, request);
        call.send(timeout);
        return call.reply();
    }

    /** Opens a stream of messages. The receiver is also notified of its end, for any reason. */
    public <Q, T> Subscription open(Address<Q, T> to, Q request, StreamReceiver<T> receiver) {
        if (!context.isAlive()) {
            return () -> {};
        }
        StreamConnection<T> stream = new StreamConnection<>(network, this, to, request, receiver);
        streams.add(stream);
        stream.open(to, request);
        return stream::closeByClient;
    }

    /** Whether a component of that name is connected now. */
    public boolean isConnected(String component) {
        return network.endpoint(component) != null;
    }

    Context context() {
        return context;
    }

    @SuppressWarnings("unchecked") // the address of a service has the types of its handler
    <Q, R> @Nullable CallHandler<Q, R> callHandler(Address<Q, R> address) {
        return handlers.get(address.service()) instanceof CallHandler<?, ?> handler
                ? (CallHandler<Q, R>) handler
                : null;
    }

    @SuppressWarnings("unchecked") // the address of a service has the types of its handler
    <Q, T> @Nullable StreamHandler<Q, T> streamHandler(Address<Q, T> address) {
        return handlers.get(address.service()) instanceof StreamHandler<?, ?> handler
                ? (StreamHandler<Q, T>) handler
                : null;
    }

    /** Sets a timer that ends with this incarnation. Returns its handle, or 0 when the incarnation has ended. */
    long schedule(long delay, Event event) {
        if (!context.isAlive()) {
            return 0;
        }
        return network.simulation().schedule(delay, EventClass.WORK, context, event);
    }

    /** The lanes of the calls of an actor from here to a server. */
    CallLanes callLanes(String server, String actor) {
        Map<String, CallLanes> byActor = callLanes.get(server);
        if (byActor == null) {
            byActor = new LinkedHashMap<>(4);
            callLanes.put(server, byActor);
        }
        CallLanes lanes = byActor.get(actor);
        if (lanes == null) {
            String from = context.name();
            lanes = new CallLanes(
                    network.link(from, server).requests(actor),
                    network.link(server, from).answers(actor));
            byActor.put(actor, lanes);
        }
        return lanes;
    }

    /** Has a message to this incarnation arrive. */
    void deliver(long delay, Event arrival) {
        context.spend(delay, arrival);
    }

    void begin(PendingCall<?, ?> call) {
        outboundCalls.add(call);
    }

    void end(PendingCall<?, ?> call) {
        outboundCalls.remove(call);
    }

    void begin(InboundCall<?, ?> call) {
        inboundCalls.add(call);
    }

    void end(InboundCall<?, ?> call) {
        inboundCalls.remove(call);
    }

    /** The calls that were sent from here and wait for a reply. */
    List<PendingCall<?, ?>> outboundCalls() {
        return outboundCalls.copy();
    }

    /** The streams that have an end here. */
    Set<StreamConnection<?>> streams() {
        return streams;
    }

    void add(StreamConnection<?> stream) {
        streams.add(stream);
    }

    void remove(StreamConnection<?> stream) {
        streams.remove(stream);
    }

    /** The incarnation has ended: callers and stream peers find their connections reset. */
    void reset() {
        inboundCalls.copy().forEach(InboundCall::resetByServer);
        List.copyOf(streams).forEach(stream -> stream.endpointDied(this));
    }

    private String ownService(Address<?, ?> address) {
        if (!address.component().equals(context.name())) {
            throw new IllegalArgumentException(context.name() + " cannot serve " + address);
        }
        return address.service();
    }
}
