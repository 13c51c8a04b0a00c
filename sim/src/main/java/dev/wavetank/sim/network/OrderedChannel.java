package dev.wavetank.sim.network;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.network.rule.StreamLayer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a stream: what is sent arrives in order and completely, and last of all the end.
 *
 * <p>A message that cannot be sent waits at the sender, and all later ones wait with it: for the end of a partition
 * or of a stall, or for a retransmission. The receipt of a message continues the causal path of its sending,
 * whichever event delivers it.
 */
final class OrderedChannel<T> {

    private final Network network;
    private final Lane lane;
    private final Endpoint to;
    private final StreamReceiver<T> receiver;
    private final Retransmission retransmission;
    private final Event delivery = this::deliver;
    private final Queue<Segment<T>> waiting = new ArrayDeque<>(1);
    private final Queue<Segment<T>> inFlight = new ArrayDeque<>(1);
    private final List<ActiveLayer<StreamLayer>> layers = new ArrayList<>(0);
    private boolean sealed;
    private long lastArrival;

    /**
     * A message or the end of the stream.
     *
     * @param message a message, or null when this is the end
     * @param end why the stream ends, or null when this is a message
     * @param cause the trace record that led to its sending
     */
    private record Segment<T>(@Nullable T message, @Nullable Disconnect end, long cause) {}

    OrderedChannel(Network network, Lane lane, Endpoint to, StreamReceiver<T> receiver, Runnable contactChanged) {
        this.network = network;
        this.lane = lane;
        this.to = to;
        this.receiver = receiver;
        this.retransmission = new Retransmission(network, this::resume, contactChanged);
    }

    void send(T message) {
        enqueue(new Segment<>(message, null, network.simulation().trace().cause()));
    }

    /** Nothing comes after this. */
    void end(Disconnect reason) {
        enqueue(new Segment<>(null, reason, network.simulation().trace().cause()));
    }

    /** Whether a segment was lost and has not got through since. */
    boolean isRetransmitting() {
        return retransmission.isPending();
    }

    /** How many segments wait at the sender. */
    int waiting() {
        return waiting.size();
    }

    /** Sends what waits, as far as it gets through. Called when something that held it up has gone. */
    void resume() {
        while (!waiting.isEmpty() && passes(waiting.element())) {
            transmit(waiting.remove());
        }
    }

    /** Forgets what waits and sends nothing any more; what is in flight arrives. */
    void seal() {
        sealed = true;
        dropWaiting();
    }

    /** Forgets what waits at the sender. */
    void dropWaiting() {
        waiting.clear();
        retransmission.cancel();
    }

    /** Forgets everything: nothing arrives any more. */
    void abandon() {
        seal();
        inFlight.clear();
    }

    void put(ActiveLayer<StreamLayer> layer) {
        layers.add(layer);
    }

    void lift(ActiveLayer<StreamLayer> layer) {
        if (layers.remove(layer)) {
            resume();
        }
    }

    private void enqueue(Segment<T> segment) {
        if (sealed) {
            return;
        }
        countObstacles();
        if (waiting.isEmpty() && passes(segment)) {
            transmit(segment);
        } else {
            waiting.add(segment);
        }
    }

    /** Whether a segment gets onto the wire and arrives. When it is lost, it will be sent again. */
    private boolean passes(Segment<T> segment) {
        return !lane.link().isBlocked() && !isRetransmitting() && !isStalled(segment) && !retransmission.losesOn(lane);
    }

    /** A stall affects only the stream; a reset of the connection passes it. */
    private boolean isStalled(Segment<T> segment) {
        return segment.end() != Disconnect.RESET
                && !layers.isEmpty()
                && layers.stream().anyMatch(active -> active.layer() instanceof StreamLayer.Stall);
    }

    private void countObstacles() {
        if (lane.link().isBlocked()) {
            lane.link().countBlocked();
        }
        for (int i = 0; i < layers.size(); i++) {
            ActiveLayer<StreamLayer> active = layers.get(i);
            if (active.layer() instanceof StreamLayer.Stall) {
                active.hit();
            }
        }
    }

    private void transmit(Segment<T> segment) {
        long now = network.simulation().now();
        lastArrival = Math.max(lastArrival, now + lane.delay() + lag());
        inFlight.add(segment);
        to.deliver(lastArrival - now, delivery);
    }

    private long lag() {
        long lag = 0;
        for (int i = 0; i < layers.size(); i++) {
            ActiveLayer<StreamLayer> active = layers.get(i);
            if (active.layer() instanceof StreamLayer.Lag added) {
                active.hit();
                lag += added.delay();
            }
        }
        return lag;
    }

    /** Takes the oldest segment, whichever of the deliveries fires first: the order of a stream never changes. */
    private void deliver() {
        Segment<T> segment = inFlight.poll();
        if (segment == null) {
            return;
        }
        network.simulation().trace().beginEvent(segment.cause());
        if (segment.end() != null) {
            receiver.closed(segment.end());
        } else {
            receiver.receive(Objects.requireNonNull(segment.message()));
        }
    }
}
