package dev.wavetank.sim.toys.counter;

import dev.wavetank.sim.toys.Invariant;
import dev.wavetank.sim.toys.Toy;
import dev.wavetank.sim.toys.ToyWorld;
import java.util.Optional;

/**
 * Three clients, a server and a replica.
 *
 * @param insists whether clients have the bug
 */
public record CounterToy(boolean insists) implements Toy {

    private static final int CLIENTS = 3;
    private static final int TIMES = 3;

    @Override
    public String name() {
        return "counter";
    }

    /** No update is lost: every write raises the counter by one. */
    @Override
    public Invariant invariant() {
        long[] last = {0};
        return record -> {
            if (!(record instanceof CounterTrace.Stored stored)) {
                return Optional.empty();
            }
            long expected = ++last[0];
            return stored.value() == expected
                    ? Optional.empty()
                    : Optional.of(stored.client() + " wrote " + stored.value() + " over " + (expected - 1));
        };
    }

    @Override
    public void build(ToyWorld world) {
        world.add(CounterServer.NAME, CounterServer::new);
        world.add(CounterReplica.NAME, (context, endpoint) -> new CounterReplica(endpoint));
        for (int i = 1; i <= CLIENTS; i++) {
            world.add("client-" + i, (context, endpoint) -> new CounterClient(context, endpoint, TIMES, insists));
        }
    }
}
