package dev.wavetank.sim.causality;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * A toy: a front desk takes orders and stores them, and a clerk watches the store and fills one order after the
 * other.
 */
final class Shop {

    private static final Address<Put, Boolean> DESK = new Address<>("front", "orders");
    private static final Address<Put, Boolean> STORE = new Address<>("store", "put");
    private static final Address<Boolean, Put> WATCH = new Address<>("store", "watch");
    private static final long MILLISECOND = 1_000_000;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Network network = new Network(
            simulation,
            new NetworkSettings(new Distribution.Constant(MILLISECOND), 1000 * MILLISECOND, 1000 * MILLISECOND));
    private final MemorySink trace = new MemorySink();
    private Endpoint desk;

    /** A change of an order, and who asked for it. */
    record Put(String actor, String order, int pieces, boolean filled) {}

    /** What the store says: it knows the order, but not who wanted it. */
    record Stored(String order, int pieces, String state) implements TraceRecord {
        @Override
        public String type() {
            return "stored";
        }

        @Override
        public String subject() {
            return "orders/" + order;
        }

        @Override
        public void describe(Fields out) {
            out.text("order", order).number("pieces", pieces).text("state", state);
        }
    }

    /** What the front desk says when the store has answered. */
    record Answered(Put put) implements TraceRecord {
        @Override
        public String type() {
            return "answered";
        }

        @Override
        public String actor(String component) {
            return put.actor();
        }

        @Override
        public String verb() {
            return put.filled() ? "fill" : "order";
        }

        @Override
        public String subject() {
            return "orders/" + put.order();
        }

        @Override
        public boolean isWrite() {
            return true;
        }

        @Override
        public void describe(Fields out) {
            out.text("order", put.order());
        }
    }

    /** What needs no more than a word. */
    record Word(String type, String subject) implements TraceRecord {
        @Override
        public void describe(Fields out) {
            out.text("about", subject);
        }
    }

    Shop() {
        simulation.trace().addSink(trace);
        components.add("front", this::front);
        components.add("store", this::store);
        components.add("clerk", this::clerk);
        components.startAll();
    }

    /** Has a customer order something. */
    Shop order(long at, String customer, String order, int pieces) {
        simulation.schedule(at * MILLISECOND, EventClass.FAULT, () -> {
            simulation.trace("front", new Word("asked", "order/" + order));
            put(new Put(customer, order, pieces, false));
        });
        return this;
    }

    /** Has something recorded by {@code faults}. */
    Shop fault(long at, TraceRecord fault) {
        simulation.schedule(at * MILLISECOND, EventClass.FAULT, () -> simulation.trace("faults", fault));
        return this;
    }

    List<TraceEntry> run() {
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return trace.entries();
    }

    private void put(Put put) {
        desk.call(STORE, put, 1000 * MILLISECOND).whenDone(reply -> {
            if (reply instanceof Reply.Answer<Boolean>) {
                simulation.trace("front", new Word("noted", ""));
                simulation.trace("front", new Answered(put));
            }
        });
    }

    private Component front(Context context) {
        desk = network.connect(context);
        desk.serve(DESK, (client, put, responder) -> put(put));
        return () -> {};
    }

    private Component store(Context context) {
        Endpoint endpoint = network.connect(context);
        Map<String, StreamSender<Put>> watchers = new LinkedHashMap<>();
        endpoint.serve(
                STORE,
                (client, put, responder) ->
                        context.after(3 * MILLISECOND, () -> commit(context, put, responder, watchers.values())));
        endpoint.serveStream(WATCH, (client, request, sender) -> watchers.put(client, sender));
        return () -> {};
    }

    private static void commit(
            Context context, Put put, Responder<Boolean> responder, Iterable<StreamSender<Put>> watchers) {
        context.trace(new Stored(put.order(), put.pieces(), put.filled() ? "filled" : "open"));
        watchers.forEach(watcher -> watcher.send(put));
        responder.respond(true);
    }

    private Component clerk(Context context) {
        Endpoint endpoint = network.connect(context);
        return () -> endpoint.open(WATCH, true, new Clerk(context, endpoint));
    }

    /** Takes what waits from a queue, and on with its cause. */
    private static final class Clerk implements StreamReceiver<Put> {
        private final Context context;
        private final Endpoint endpoint;
        private final Queue<Put> waiting = new ArrayDeque<>();
        private final Queue<Long> causes = new ArrayDeque<>();
        private boolean busy;

        private Clerk(Context context, Endpoint endpoint) {
            this.context = context;
            this.endpoint = endpoint;
        }

        @Override
        public void receive(Put put) {
            if (!put.filled()) {
                waiting.add(put);
                causes.add(context.cause());
                next();
            }
        }

        private void next() {
            if (!busy && !waiting.isEmpty()) {
                busy = true;
                context.resume(causes.remove());
                Put put = waiting.remove();
                context.trace(new Word("picked", "order/" + put.order()));
                context.after(20 * MILLISECOND, () -> {
                    busy = false;
                    Put filled = new Put(context.name(), put.order(), put.pieces(), true);
                    endpoint.call(DESK, filled, 1000 * MILLISECOND);
                    next();
                });
            }
        }

        @Override
        public void closed(Disconnect reason) {
            // The store never closes.
        }
    }
}
