package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import org.cloudsimplus.core.CloudSimEntity;
import org.cloudsimplus.core.CloudSimPlus;
import org.cloudsimplus.core.events.SimEvent;

/** CloudSim Plus: one entity that sends messages to itself. */
final class CloudSimPlusPeer implements Peer {

    private static final int TAG = 1;

    private final Delays delays;
    private final Ticks simulation = new Ticks();
    private long wanted;
    private long fired;
    private double clock;

    CloudSimPlusPeer(Delays delays) {
        this.delays = delays;
        new Entity();
        simulation.startSync();
    }

    /**
     * The library fires all events of one instant together, so it may be ahead of what is wanted. It moves its
     * clock to the next event before an entity has handled the last one, so the clock is read by the entity.
     */
    @Override
    public long hold(int events) {
        wanted += events;
        while (fired < wanted) {
            simulation.tick();
        }
        return (long) clock;
    }

    /** Lets the library be run by ticks. */
    private static final class Ticks extends CloudSimPlus {

        void tick() {
            processEvents(Double.MAX_VALUE);
        }
    }

    private final class Entity extends CloudSimEntity {

        Entity() {
            super(simulation);
        }

        @Override
        protected void startInternal() {
            for (int i = 0; i < delays.pending(); i++) {
                schedule(delays.initial(i), TAG);
            }
        }

        @Override
        public void processEvent(SimEvent event) {
            if (event.getTag() == TAG) {
                fired++;
                clock = simulation.clock();
                schedule(delays.next(), TAG);
            }
        }
    }
}
