package dev.wavetank.sim.toys;

import dev.wavetank.sim.toys.counter.CounterToy;
import dev.wavetank.sim.toys.election.Bug;
import dev.wavetank.sim.toys.election.ElectionToy;
import dev.wavetank.sim.toys.lease.LeaseToy;
import java.util.List;

/** Every toy, in its sound and in its faulty variants. */
final class Toys {

    static final List<Toy> SOUND = List.of(new CounterToy(false), new LeaseToy(true), new ElectionToy(Bug.NONE));
    static final List<Toy> FAULTY = List.of(
            new CounterToy(true),
            new LeaseToy(false),
            new ElectionToy(Bug.FORGETS_VOTE),
            new ElectionToy(Bug.COUNTS_ANSWERS));

    private Toys() {}
}
