package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import nl.tudelft.simulation.dsol.SimRuntimeException;
import nl.tudelft.simulation.dsol.eventlists.EventListInterface;
import nl.tudelft.simulation.dsol.experiment.SingleReplication;
import nl.tudelft.simulation.dsol.formalisms.eventscheduling.Executable;
import nl.tudelft.simulation.dsol.model.AbstractDsolModel;
import nl.tudelft.simulation.dsol.simulators.DevsSimulator;
import nl.tudelft.simulation.dsol.simulators.RunState;

/** DSOL (TU Delft): event scheduling with lambda events and a clock of type {@code Long}. */
final class DsolPeer implements Peer {

    private static final long END = Long.MAX_VALUE / 4;

    private final Delays delays;
    private final OwnThread simulator;
    private final Executable event = this::holdOne;
    private int left;

    DsolPeer(Delays delays, EventListInterface<Long> list) {
        this.delays = delays;
        simulator = new OwnThread(list);
        try {
            simulator.initialize(new Model(), new SingleReplication<>("hold", 0L, 0L, END));
        } catch (SimRuntimeException failure) {
            throw new IllegalStateException("DSOL does not start", failure);
        }
    }

    @Override
    public long hold(int events) {
        left = events;
        simulator.runHere();
        return simulator.getSimulatorTime();
    }

    @Override
    public void close() {
        simulator.cleanUp();
    }

    private void holdOne() {
        schedule(delays.next());
        if (--left == 0) {
            simulator.stopHere();
        }
    }

    private void schedule(long delay) {
        try {
            simulator.scheduleEventRel(delay, event);
        } catch (SimRuntimeException failure) {
            throw new IllegalStateException("DSOL refuses an event", failure);
        }
    }

    private final class Model extends AbstractDsolModel<Long, DevsSimulator<Long>> {

        private static final long serialVersionUID = 1;

        Model() {
            super(DsolPeer.this.simulator);
        }

        @Override
        public void constructModel() {
            for (int i = 0; i < delays.pending(); i++) {
                schedule(delays.initial(i));
            }
        }
    }

    /** The library's own run loop on the caller's thread instead of its worker thread, to measure CPU time. */
    private static final class OwnThread extends DevsSimulator<Long> {

        private static final long serialVersionUID = 1;

        OwnThread(EventListInterface<Long> list) {
            super("hold");
            setEventList(list);
        }

        void runHere() {
            runUntilTime = END;
            runState = RunState.STARTED;
            run();
            runState = RunState.STOPPED;
        }

        void stopHere() {
            runState = RunState.STOPPING;
        }
    }
}
