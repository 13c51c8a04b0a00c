package dev.wavetank.sim.causality;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.Queue;

/** A toy whose components record, go on later, and take up work that others have put aside, all by chance. */
final class RandomTrace {

    private static final int EVENTS = 60;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final RandomStream random;
    private final Queue<Long> aside = new ArrayDeque<>();
    private int events;

    /** Something done to one of four things; every other time it changes the thing. */
    record Deed(int thing, boolean isWrite) implements TraceRecord {
        @Override
        public String type() {
            return "deed";
        }

        @Override
        public String subject() {
            return "thing/" + thing;
        }

        @Override
        public void describe(Fields out) {
            out.number("thing", thing);
        }
    }

    private RandomTrace(long seed) {
        random = RandomStream.of(seed, "toy");
    }

    /** Runs the toy. */
    static void run(long seed, TraceSink sink) {
        RandomTrace toy = new RandomTrace(seed);
        toy.simulation.trace().addSink(sink);
        for (int i = 0; i < 3; i++) {
            toy.schedule();
        }
        toy.simulation.run(RunLimits.UNTIL_QUIESCENT);
    }

    private void schedule() {
        if (events++ < EVENTS) {
            simulation.schedule(random.nextInt(50), EventClass.WORK, this::fire);
        }
    }

    private void fire() {
        if (!aside.isEmpty() && random.nextInt(3) == 0) {
            simulation.trace().resume(aside.remove());
        }
        for (int records = random.nextInt(3); records > 0; records--) {
            String component = "component-" + random.nextInt(3);
            simulation.trace(component, new Deed(random.nextInt(4), random.nextInt(2) == 0));
        }
        if (random.nextInt(4) == 0) {
            aside.add(simulation.trace().cause());
        }
        for (int next = random.nextInt(4); next > 0; next--) {
            schedule();
        }
    }
}
