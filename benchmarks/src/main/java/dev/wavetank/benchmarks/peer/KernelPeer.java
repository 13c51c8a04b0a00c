package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.trace.Trace;

/** The kernel's run loop with its event list, clock, limits and trace causes; no record is traced. */
final class KernelPeer implements Peer {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Delays delays;
    private final Event same = this::holdSame;
    private int made;

    private KernelPeer(Delays delays, boolean reuse) {
        this.delays = delays;
        for (int i = 0; i < delays.pending(); i++) {
            simulation.schedule(delays.initial(i), EventClass.WORK, reuse ? same : newEvent());
        }
    }

    /** Schedules one event object, again and again: the event list without its events. */
    static KernelPeer ofOneEvent(Delays delays) {
        return new KernelPeer(delays, true);
    }

    /** Schedules a new event object each time, from several places in the code, as a model does. */
    static KernelPeer ofNewEvents(Delays delays) {
        return new KernelPeer(delays, false);
    }

    @Override
    public long hold(int events) {
        simulation.run(new RunLimits(Long.MAX_VALUE, events, true));
        return simulation.now();
    }

    private void holdSame() {
        simulation.schedule(delays.next(), EventClass.WORK, same);
    }

    private void holdNew() {
        simulation.schedule(delays.next(), EventClass.WORK, newEvent());
    }

    /** Each lambda is a class of its own, so that the call in the run loop has many targets. */
    private Event newEvent() {
        return switch (made++ & 3) {
            case 0 -> () -> holdNew();
            case 1 -> () -> holdNew();
            case 2 -> () -> holdNew();
            default -> () -> holdNew();
        };
    }
}
