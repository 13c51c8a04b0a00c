package dev.wavetank.sim.component;

import dev.wavetank.sim.Processor;
import dev.wavetank.sim.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All components of one run, by name: adds, starts, crashes and restarts them. */
public final class Components {

    private final Simulation simulation;
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    /** No components yet. */
    public Components(Simulation simulation) {
        this.simulation = simulation;
    }

    /**
     * Adds a component, not started yet.
     *
     * @throws IllegalArgumentException when the name is taken
     */
    public void add(String name, Component.Factory factory) {
        if (hosts.putIfAbsent(name, new Host(factory, simulation.processor(name))) != null) {
            throw new IllegalArgumentException("there is a component '" + name + "' already");
        }
    }

    /** The names of all components, in the order in which they were added. */
    public List<String> names() {
        return new ArrayList<>(hosts.keySet());
    }

    /** Whether the component is up. */
    public boolean isAlive(String name) {
        return host(name).context != null;
    }

    /**
     * Starts every component that is down and not held down by a crash, in the order in which they were added.
     * None of these starts is the cause of another.
     */
    public void startAll() {
        for (String name : names()) {
            simulation.trace().beginEvent(0);
            start(name);
        }
        simulation.trace().beginEvent(0);
    }

    private void start(String name) {
        Host host = host(name);
        if (host.context != null || host.crashes > 0) {
            return;
        }
        @Nullable Context context = new Context(simulation, name, ++host.incarnations, host.clock);
        host.context = context;
        context.trace(new ComponentTrace.Started(host.incarnations));
        host.factory.create(context).start();
    }

    /**
     * Ends the present incarnation, if there is one: memory, timers and pending calls are lost. The component stays
     * down until every crash has been followed by a {@link #restart}, so that overlapping faults compose.
     */
    public void crash(String name) {
        Host host = host(name);
        host.crashes++;
        if (host.context == null) {
            return;
        }
        host.context.trace(new ComponentTrace.Crashed(host.incarnations));
        Context ended = host.context;
        host.context = null;
        ended.end();
    }

    /**
     * Reverts one crash, and starts the component when it was the last.
     *
     * @throws IllegalStateException when there is no crash to revert
     */
    public void restart(String name) {
        Host host = host(name);
        if (host.crashes == 0) {
            throw new IllegalStateException("component '" + name + "' has not crashed: nothing to restart");
        }
        host.crashes--;
        start(name);
    }

    /**
     * Pauses a component, like a process after SIGSTOP or a machine that its hypervisor does not schedule: due events
     * wait. It continues after as many {@link #resume}s.
     */
    public void pause(String name) {
        simulation.pause(host(name).processor);
    }

    /**
     * Reverts one pause.
     *
     * @throws IllegalStateException when there is no pause to revert
     */
    public void resume(String name) {
        simulation.resume(host(name).processor);
    }

    /**
     * Adds a cost in virtual time, in nanoseconds, to every event of a component.
     */
    public void slowDown(String name, long eventCost) {
        simulation.addEventCost(host(name).processor, eventCost);
    }

    /** Reverts a {@link #slowDown}. */
    public void speedUp(String name, long eventCost) {
        simulation.addEventCost(host(name).processor, -eventCost);
    }

    /** Skews the clock of a component; several skews add up. */
    public void skewClock(String name, ClockSkew skew) {
        host(name).clock.add(skew, simulation.now());
    }

    /**
     * Reverts a skew of the clock of a component, at once.
     *
     * @throws IllegalStateException when there is no such skew
     */
    public void correctClock(String name, ClockSkew skew) {
        host(name).clock.remove(skew);
    }

    private Host host(String name) {
        Host host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException("there is no component '" + name + "'");
        }
        return host;
    }

    private static final class Host {
        private final Component.Factory factory;
        private final Processor processor;
        private final LocalClock clock = new LocalClock();
        private int incarnations;
        private int crashes;
        private @Nullable Context context;

        private Host(Component.Factory factory, Processor processor) {
            this.factory = factory;
            this.processor = processor;
        }
    }
}
