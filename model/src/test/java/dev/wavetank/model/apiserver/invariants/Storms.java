package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.apiserver.invariants.Operation.What;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.Ratio;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Arbitrary storms: they shrink to fewer members, clients, operations and faults. */
final class Storms {

    static final List<String> KEYS = List.of("a", "b");
    private static final int LAST_OPENING_MILLIS = 4_000;
    private static final int MOST_FAULTS = 8;
    private static final int LONGEST_MILLIS = 4_000;

    private Storms() {}

    /** Several clients that work on the same few objects. */
    static Arbitrary<Storm> any() {
        return Arbitraries.of(1, 3)
                .flatMap(members -> Arbitraries.of(1, 2, 3)
                        .flatMap(servers -> Combinators.combine(
                                        Arbitraries.longs().between(1, 1_000_000),
                                        programs()
                                                .list()
                                                .ofMinSize(1)
                                                .ofMaxSize(4)
                                                .withSizeDistribution(RandomDistribution.uniform()),
                                        faults(members, servers))
                                .as((seed, programs, faults) -> new Storm(seed, members, servers, programs, faults))));
    }

    static Arbitrary<List<Operation>> programs() {
        Arbitrary<What> whats = Arbitraries.frequency(
                Tuple.of(2, What.CREATE),
                Tuple.of(4, What.UPDATE),
                Tuple.of(4, What.GET),
                Tuple.of(4, What.PATCH),
                Tuple.of(1, What.DELETE),
                Tuple.of(1, What.DELETE_SEEN));
        return Combinators.combine(whats, Arbitraries.of(KEYS), millis(1, 400))
                .as(Operation::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(15)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    /** No, several or many faults that hit servers, members, and what is between them. */
    static Arbitrary<FaultPlan> faults(int members, int servers) {
        List<String> etcd = InvariantWorld.etcdNames(members);
        Arbitrary<String> member = Arbitraries.of(etcd);
        Arbitrary<String> server = Arbitraries.integers().between(1, servers).map(InvariantWorld::serverName);
        Arbitrary<Fault> crash =
                Arbitraries.oneOf(member, server, Arbitraries.just("etcd*")).map(ComponentFault.Crash::new);
        Arbitrary<Fault> pause = Arbitraries.oneOf(member, server).map(ComponentFault.Pause::new);
        Arbitrary<Fault> slow = Combinators.combine(links(member, server), millis(1, 1_500), millis(0, 1_500))
                .as(LinkFault.Delay::new);
        Arbitrary<Fault> loss = Combinators.combine(links(member, server), Arbitraries.of(2, 4, 8))
                .as((links, parts) -> new LinkFault.Loss(links, new Ratio(1, parts)));
        Arbitrary<Fault> partition = links(member, server).map(LinkFault.Partition::new);
        Arbitrary<Fault> reset = links(member, server).map(LinkFault.Reset::new);
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(2, crash),
                                Tuple.of(2, pause),
                                Tuple.of(3, slow),
                                Tuple.of(1, loss),
                                Tuple.of(3, partition),
                                Tuple.of(1, reset),
                                Tuple.of(2, requests())),
                        triggers(),
                        millis(1, LONGEST_MILLIS))
                .as((fault, trigger, duration) -> new FaultClause(trigger, duration, fault))
                .list()
                .ofMaxSize(MOST_FAULTS)
                .withSizeDistribution(RandomDistribution.uniform())
                .map(FaultPlan::new);
    }

    /** An instant, or right after something was stored, while the answers are still on their way. */
    static Arbitrary<Trigger> triggers() {
        Arbitrary<Trigger> instants = millis(0, LAST_OPENING_MILLIS).map(Trigger.At::new);
        Arbitrary<Trigger> commits = Combinators.combine(
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.longs().between(0, 2 * VirtualTime.MILLISECOND))
                .as((nth, delay) -> new Trigger.After(
                        new Anchor("*", "*", "configmaps/*", nth),
                        delay,
                        LAST_OPENING_MILLIS * VirtualTime.MILLISECOND));
        return Arbitraries.oneOf(instants, commits);
    }

    /** Between a server and a member, between members, or between clients and a server; perhaps one way only. */
    private static Arbitrary<LinkSelector> links(Arbitrary<String> member, Arbitrary<String> server) {
        Arbitrary<String> etcd = Arbitraries.just("etcd*");
        Arbitrary<String> clients = Arbitraries.just("client-*");
        Arbitrary<Direction> directions = Arbitraries.of(Direction.class);
        return Arbitraries.frequencyOf(
                Tuple.of(2, Combinators.combine(member, etcd, directions).as(LinkSelector::new)),
                Tuple.of(2, Combinators.combine(etcd, member, directions).as(LinkSelector::new)),
                Tuple.of(1, Combinators.combine(server, member, directions).as(LinkSelector::new)),
                Tuple.of(1, Combinators.combine(member, server, directions).as(LinkSelector::new)),
                Tuple.of(1, Combinators.combine(clients, server, directions).as(LinkSelector::new)));
    }

    private static Arbitrary<Fault> requests() {
        Arbitrary<CallSelector> calls = Arbitraries.of(
                new CallSelector("client-*", "kube-apiserver*", "*", "*"),
                new CallSelector("kube-apiserver*", "etcd*", "*", "*"));
        return Combinators.combine(
                        calls,
                        Arbitraries.of(CallRule.Outcome.class),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.integers().between(1, 3))
                .as((selector, outcome, first, count) ->
                        new RequestFault(new CallRule(selector, outcome, first, count)));
    }

    static Arbitrary<Long> millis(int least, int most) {
        return Arbitraries.integers().between(least, most).map(millis -> millis * VirtualTime.MILLISECOND);
    }
}
