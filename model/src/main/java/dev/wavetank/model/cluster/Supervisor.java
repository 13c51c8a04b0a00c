package dev.wavetank.model.cluster;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;

/**
 * Restarts programs of the control plane that have exited, as the kubelet does with static pods and systemd with
 * services.
 */
public final class Supervisor {

    /** Time from the exit of a program to its next start, in nanoseconds: the kubelet checks every second. */
    public static final long RESTART_DELAY = VirtualTime.SECOND;

    private final Simulation simulation;
    private final Components components;

    /** A supervisor of some components. */
    public Supervisor(Simulation simulation, Components components) {
        this.simulation = simulation;
        this.components = components;
    }

    /** Ends a program on its own behalf, and starts it again after the delay. */
    public void exit(String component) {
        components.crash(component);
        simulation.schedule(RESTART_DELAY, EventClass.WORK, () -> components.restart(component));
    }
}
