package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/** What was acknowledged is there for ever, whatever becomes of a minority of the members, their disks included. */
class DurabilityProperties {

    private static final long SETTLED = 20 * VirtualTime.SECOND;

    /** A disk that is lost, and replaced after a while. */
    record DiskLoss(String member, long after, long downtime) {}

    /** Faults that hit the last members, fewer than half, while clients store objects. */
    record Loss(long seed, int members, List<DiskLoss> disks, FaultPlan faults, int writes, long pause) {

        @Override
        public String toString() {
            return new Storm(seed, members, 1, List.of(), faults) + "\n  " + writes + " writes of each client, every "
                    + VirtualTime.span(pause) + "\n  " + disks;
        }
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void an_acknowledged_write_survives_any_minority_of_members(@ForAll("losses") Loss loss) {
        assertThat(flaw(loss)).as(loss.toString()).isEmpty();
    }

    private static Optional<String> flaw(Loss loss) {
        InvariantWorld world = new InvariantWorld(loss.seed(), loss.members(), 2, ApiServerConfig.DEFAULT, List.of());
        List<Worker> workers = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            List<Operation> program = new ArrayList<>();
            for (int i = 0; i < loss.writes(); i++) {
                String key = "k-" + number + "-" + i;
                keys.add(key);
                program.add(new Operation(Operation.What.CREATE, key, loss.pause()));
            }
            world.addClient(number, (context, door) -> {
                Worker worker = new Worker(context, door, program);
                workers.add(worker);
                return worker;
            });
        }
        world.start(loss.faults());
        loss.disks().forEach(disk -> world.loseDisk(disk.member(), disk.after(), disk.downtime()));
        world.run(loss.writes() * (loss.pause() + Door.DEADLINE) + SETTLED);
        workers.forEach(worker -> worker.readAtEnd(keys));
        world.run(SETTLED);
        List<Call> calls =
                workers.stream().flatMap(worker -> worker.calls.stream()).toList();
        return Linearization.flaw(calls).or(() -> Storm.unread(workers));
    }

    @Provide
    Arbitrary<Loss> losses() {
        return Arbitraries.of(3, 5).flatMap(members -> {
            Arbitrary<String> victims =
                    Arbitraries.integers().between(members / 2 + 2, members).map(number -> "etcd-" + number);
            Arbitrary<Fault> faults = Arbitraries.oneOf(
                    victims.map(ComponentFault.Crash::new),
                    victims.map(ComponentFault.Pause::new),
                    victims.map(victim -> new LinkFault.Partition(new LinkSelector(victim, "*"))),
                    // Power goes for all, and comes back: what was flushed is still there.
                    Arbitraries.just(new ComponentFault.Crash("etcd*")));
            Arbitrary<FaultPlan> plans = Combinators.combine(faults, Storms.triggers(), Storms.millis(1, 3_000))
                    .as((fault, trigger, duration) -> new FaultClause(trigger, duration, fault))
                    .list()
                    .ofMaxSize(5)
                    .withSizeDistribution(RandomDistribution.uniform())
                    .map(FaultPlan::new);
            Arbitrary<List<DiskLoss>> disks = Combinators.combine(
                            victims, Storms.millis(0, 5_000), Storms.millis(1, 4_000))
                    .as(DiskLoss::new)
                    .list()
                    .ofMaxSize(2);
            return Combinators.combine(
                            Arbitraries.longs().between(1, 1_000_000),
                            Arbitraries.just(members),
                            disks,
                            plans,
                            Arbitraries.integers().between(1, 12),
                            Storms.millis(1, 400))
                    .as(Loss::new);
        });
    }
}
