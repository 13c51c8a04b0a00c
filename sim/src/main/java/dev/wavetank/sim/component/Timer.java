package dev.wavetank.sim.component;

import dev.wavetank.sim.Simulation;

/** A timer that was set through a {@link Context}. */
public final class Timer {

    private final Simulation simulation;
    private final long handle;

    Timer(Simulation simulation, long handle) {
        this.simulation = simulation;
        this.handle = handle;
    }

    /** Cancels the timer. Returns whether it was still pending; has no effect on a fired timer. */
    public boolean cancel() {
        return handle != 0 && simulation.cancel(handle);
    }
}
