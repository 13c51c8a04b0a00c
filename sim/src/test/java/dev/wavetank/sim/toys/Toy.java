package dev.wavetank.sim.toys;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.ChoiceLog;

/** A small system with an invariant. */
public interface Toy {

    /** Its name in tables. */
    String name();

    /** A judge for one run. */
    Invariant invariant();

    /** Adds the components, and schedules the faults. */
    void build(ToyWorld world);

    /** One run. The seed decides latencies, think times and faults; the order policy what happens at about once. */
    default Outcome run(long seed, OrderPolicy order) {
        return run(seed, order, null);
    }

    /** One run whose draws a log listens to. */
    default Outcome run(long seed, OrderPolicy order, ChoiceLog log) {
        ToyWorld world = new ToyWorld(seed, order, log, invariant());
        build(world);
        return world.run();
    }
}
