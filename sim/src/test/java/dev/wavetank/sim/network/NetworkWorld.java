package dev.wavetank.sim.network;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A network with 10 ns of latency, a connect timeout of 500 ns, a keep-alive of 1000 ns and a retransmission timeout of
 * 100 ns, and what was told on it.
 */
final class NetworkWorld {

    /** Far more than any test needs: a run that does not come to its end fails, and does not hang. */
    private static final long MOST_EVENTS = 1_000_000;

    static final LinkSelector EVERY_LINK = new LinkSelector("*", "*");

    final Simulation simulation;
    final Components components;
    final Network network;
    final List<String> story = new ArrayList<>();

    NetworkWorld() {
        this(1, OrderPolicy.FIFO, new Distribution.Constant(10));
    }

    NetworkWorld(long seed, OrderPolicy order, Distribution latency) {
        this(seed, order, new NetworkSettings(latency, 500, 1000, 100));
    }

    NetworkWorld(long seed, OrderPolicy order, NetworkSettings settings) {
        simulation = new Simulation(seed, order, new Trace());
        components = new Components(simulation);
        network = new Network(simulation, settings);
    }

    /** Adds a component that does this with its end point when it starts. */
    void add(String name, Consumer<Endpoint> start) {
        components.add(name, context -> component(context, start));
    }

    private Component component(Context context, Consumer<Endpoint> start) {
        Endpoint endpoint = network.connect(context);
        return () -> start.accept(endpoint);
    }

    void tell(String what) {
        story.add(simulation.now() + " " + what);
    }

    void at(long delay, Runnable action) {
        simulation.schedule(delay, EventClass.FAULT, action::run);
    }

    /** Nothing gets through anywhere from one instant to the other. */
    void partition(long from, long to) {
        LinkLayer layer = LinkLayer.partition(EVERY_LINK);
        at(from, () -> {
            network.put(layer);
            // Scheduled only now, so that no shuffle can lift it before it lies.
            at(to - from, () -> network.lift(layer));
        });
    }

    StopReason run() {
        components.startAll();
        return simulation.run(new RunLimits(Long.MAX_VALUE, MOST_EVENTS, true));
    }
}
