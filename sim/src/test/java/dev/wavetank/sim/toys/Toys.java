package dev.wavetank.sim.toys;

import dev.wavetank.sim.toys.consensus.ConsensusBug;
import dev.wavetank.sim.toys.consensus.ConsensusToy;
import dev.wavetank.sim.toys.counter.CounterToy;
import dev.wavetank.sim.toys.lease.LeaseBug;
import dev.wavetank.sim.toys.lease.LeaseToy;
import java.util.List;

/** Every toy, in its sound and in its faulty variants. */
final class Toys {

    static final List<Toy> SOUND =
            List.of(new CounterToy(false), new LeaseToy(LeaseBug.NONE), new ConsensusToy(ConsensusBug.NONE));
    static final List<Toy> FAULTY = List.of(
            new CounterToy(true),
            new LeaseToy(LeaseBug.TRUSTS_WALL_CLOCK),
            new LeaseToy(LeaseBug.NO_FENCING),
            new ConsensusToy(ConsensusBug.FORGETS_VOTE),
            new ConsensusToy(ConsensusBug.COUNTS_ANSWERS));

    /** Those whose bug needs nothing but an order of messages, and no crash or pause at the right moment. */
    static final List<Toy> RACES = List.of(
            new CounterToy(true),
            new LeaseToy(LeaseBug.TRUSTS_WALL_CLOCK),
            new ConsensusToy(ConsensusBug.COUNTS_ANSWERS));

    private Toys() {}
}
