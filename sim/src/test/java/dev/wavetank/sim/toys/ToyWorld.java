package dev.wavetank.sim.toys;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Optional;

/** One run of a toy: its simulation, a network with 150 to 250 us of latency, and the judge. */
public final class ToyWorld {

    /** How long a caller waits for an answer: longer than an answer ever takes, unless something is down. */
    public static final long CALL_TIMEOUT = 10 * VirtualTime.MILLISECOND;

    private static final Distribution LATENCY =
            new Distribution.Uniform(150 * VirtualTime.MICROSECOND, 250 * VirtualTime.MICROSECOND);
    private static final NetworkSettings NETWORK = new NetworkSettings(LATENCY, CALL_TIMEOUT, 10 * VirtualTime.SECOND);
    /** Far more than a toy needs: a run that does not come to its end fails, and does not hang. */
    private static final long MOST_EVENTS = 1_000_000;

    private static final long HORIZON = 10 * VirtualTime.SECOND;

    private final Simulation simulation;
    private final Components components;
    private final Network network;
    private final Invariant invariant;
    private Optional<String> violation = Optional.empty();

    ToyWorld(long seed, OrderPolicy order, ChoiceLog log, Invariant invariant) {
        this.simulation = new Simulation(new RandomStreams(seed, log), order, new Trace());
        this.components = new Components(simulation);
        this.network = new Network(simulation, NETWORK);
        this.invariant = invariant;
        simulation.trace().addSink(this::judge);
    }

    /** Builds one incarnation of a component that is on the network. */
    @FunctionalInterface
    public interface Factory {

        /** A component that acts through its context and speaks through its end point. */
        Component create(Context context, Endpoint endpoint);
    }

    /** Adds a component. */
    public void add(String name, Factory factory) {
        components.add(name, context -> factory.create(context, network.connect(context)));
    }

    /** The components, for faults. */
    public Components components() {
        return components;
    }

    /** The stream from which a toy draws its faults. */
    public RandomStream faults() {
        return simulation.random().stream("faults");
    }

    /** Does something to the world, after a delay from now. */
    public void after(long delay, Runnable fault) {
        simulation.schedule(delay, EventClass.FAULT, fault::run);
    }

    Outcome run() {
        components.startAll();
        simulation.run(new RunLimits(HORIZON, MOST_EVENTS, true));
        return new Outcome(
                violation,
                simulation.firedEvents(),
                simulation.trace().fingerprint().hex());
    }

    private void judge(TraceEntry entry) {
        if (violation.isEmpty()) {
            violation = invariant.judge(entry.record());
            if (violation.isPresent()) {
                simulation.stop(StopReason.VIOLATION);
            }
        }
    }
}
