package dev.wavetank.sim.fault;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.Simulation;
import java.util.List;

/** Applies a fault plan: schedules the opening and the closing of every fault. */
public final class FaultInjector {

    private static final String NAME = "faults";

    private final Simulation simulation;
    private final List<FaultHandler> handlers;

    /** Asks the handlers in order; the first that knows the kind of a fault applies it. */
    public FaultInjector(Simulation simulation, List<FaultHandler> handlers) {
        this.simulation = simulation;
        this.handlers = List.copyOf(handlers);
    }

    /** Schedules the whole plan. To be called before the run. */
    public void inject(FaultPlan plan) {
        for (Fault fault : plan.faults()) {
            simulation.schedule(fault.window().opens() - simulation.now(), EventClass.FAULT, () -> open(fault));
        }
    }

    private void open(Fault fault) {
        simulation.trace(NAME, new FaultTrace.Opened(fault.kind(), fault.target()));
        for (FaultHandler handler : handlers) {
            if (handler.open(fault)) {
                // A shuffle may open it late; it heals when the plan says so all the same.
                long left = Math.max(0, fault.window().closes() - simulation.now());
                simulation.schedule(left, EventClass.FAULT, () -> close(handler, fault));
                return;
            }
        }
        throw new IllegalArgumentException("no handler applies faults of kind " + fault.kind());
    }

    private void close(FaultHandler handler, Fault fault) {
        simulation.trace(NAME, new FaultTrace.Closed(fault.kind(), fault.target()));
        handler.close(fault);
    }
}
