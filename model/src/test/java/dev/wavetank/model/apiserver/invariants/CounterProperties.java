package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Nobody overwrites what another has written in between: no update is lost. */
class CounterProperties {

    private static final long LONG_ENOUGH = 150 * VirtualTime.SECOND;

    /** Some who count, and what goes wrong meanwhile. */
    record Race(long seed, int members, int servers, List<List<Long>> clients, FaultPlan faults) {

        @Override
        public String toString() {
            return new Storm(seed, members, servers, List.of(), faults) + "\n  pauses of those who count: " + clients;
        }
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void every_success_counts_once_and_what_is_unknown_at_most_once(@ForAll("races") Race race) {
        ConfigMap zero = new ConfigMap(ObjectMeta.named("default", Counter.KEY), Map.of("value", "0"), null);
        InvariantWorld world =
                new InvariantWorld(race.seed(), race.members(), race.servers(), ApiServerConfig.DEFAULT, List.of(zero));
        List<Counter> counters = new ArrayList<>();
        for (int number = 0; number < race.clients().size(); number++) {
            List<Long> pauses = race.clients().get(number);
            world.addClient(number, (context, door) -> {
                Counter counter = new Counter(context, door, pauses);
                counters.add(counter);
                return counter;
            });
        }
        world.start(race.faults());
        world.run(LONG_ENOUGH);
        counters.forEach(counter -> counter.read(() -> {}));
        // A read may be lost with a connection that nobody has used since the faults, and is tried again.
        world.run(2 * VirtualTime.MINUTE);
        int successes = counters.stream().mapToInt(counter -> counter.successes).sum();
        int unknown = counters.stream().mapToInt(counter -> counter.unknown).sum();
        for (Counter counter : counters) {
            assertThat(counter.read)
                    .as(() -> race + "\n" + Linearization.text(calls(counters)))
                    .isBetween(successes, successes + unknown);
        }
    }

    private static List<Call> calls(List<Counter> counters) {
        return counters.stream()
                .flatMap(counter -> counter.calls.stream())
                .sorted((one, other) -> Long.compare(one.asked, other.asked))
                .toList();
    }

    @Provide
    Arbitrary<Race> races() {
        Arbitrary<List<List<Long>>> clients = Storms.millis(1, 300)
                .list()
                .ofMinSize(1)
                .ofMaxSize(10)
                .list()
                .ofMinSize(2)
                .ofMaxSize(4);
        return Arbitraries.of(1, 3)
                .flatMap(members -> Arbitraries.of(1, 2, 3)
                        .flatMap(servers -> Combinators.combine(
                                        Arbitraries.longs().between(1, 1_000_000),
                                        clients,
                                        Storms.faults(members, servers))
                                .as((seed, pauses, faults) -> new Race(seed, members, servers, pauses, faults))));
    }
}
