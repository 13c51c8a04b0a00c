package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.EventList;

/** SSJ (Université de Montréal): event scheduling with a choice of event lists; each event object is used again. */
final class SsjPeer implements Peer {

    private final Simulator simulator;
    private final Delays delays;
    private int left;

    SsjPeer(Delays delays, EventList list) {
        this.delays = delays;
        simulator = new Simulator(list);
        simulator.init();
        for (int i = 0; i < delays.pending(); i++) {
            new Hold().schedule(delays.initial(i));
        }
    }

    @Override
    public long hold(int events) {
        left = events;
        simulator.start();
        return (long) simulator.time();
    }

    private final class Hold extends Event {

        Hold() {
            super(simulator);
        }

        @Override
        public void actions() {
            schedule(delays.next());
            if (--left == 0) {
                simulator.stop();
            }
        }
    }
}
