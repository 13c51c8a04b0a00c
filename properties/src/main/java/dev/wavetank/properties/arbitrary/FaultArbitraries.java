package dev.wavetank.properties.arbitrary;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.PodTarget;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.CallRule;
import dev.wavetank.sim.network.CallSelector;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Faults of every kind, drawn before it is known which cluster they will hit.
 *
 * <p>A draft numbers its targets and finds them in any cluster, so that a plan and a cluster shrink independently
 * of each other.
 */
final class FaultArbitraries {

    private static final int MOST_FAULTS = 6;
    private static final int LAST_OPENING_MILLIS = 60_000;
    private static final int LONGEST_WINDOW_MILLIS = 30_000;
    private static final int LONGEST_DELAY_MILLIS = 5_000;

    private FaultArbitraries() {}

    /** A clause of a plan without a cluster. */
    @FunctionalInterface
    interface Draft {
        FaultClause in(ClusterSpec cluster);
    }

    /** A fault without a cluster. */
    @FunctionalInterface
    private interface Hit {
        Fault in(ClusterSpec cluster);
    }

    /** None to six drafts. */
    static Arbitrary<List<Draft>> drafts() {
        Arbitrary<Hit> hits =
                Arbitraries.oneOf(ofPods(), ofNodes(), ofComponents(), ofLinks(), ofRequests(), ofStreams());
        return Combinators.combine(hits, triggers(), millis(LONGEST_WINDOW_MILLIS))
                .as((hit, trigger, duration) -> (Draft) cluster -> new FaultClause(trigger, duration, hit.in(cluster)))
                .list()
                .ofMaxSize(MOST_FAULTS);
    }

    /** What the drafts mean in this cluster. */
    static FaultPlan plan(List<Draft> drafts, ClusterSpec cluster) {
        return new FaultPlan(drafts.stream().map(draft -> draft.in(cluster)).toList());
    }

    /** Mostly instants; they shrink to the beginning of the run. */
    private static Arbitrary<Trigger> triggers() {
        Arbitrary<Trigger> instants = millis(LAST_OPENING_MILLIS).map(Trigger.At::new);
        Arbitrary<Trigger> happenings = Combinators.combine(
                        Arbitraries.of("deployment-controller", "replicaset-controller", ComponentNames.SCHEDULER),
                        Arbitraries.of("create", "update", "delete", Anchor.ANY),
                        Arbitraries.integers().between(1, 12),
                        millis(100))
                .as((component, verb, nth, delay) -> new Trigger.After(
                        new Anchor(component, verb, Anchor.ANY, nth), delay, Trigger.After.DEFAULT_UNTIL));
        return Arbitraries.frequencyOf(Tuple.of(3, instants), Tuple.of(1, happenings));
    }

    private static Arbitrary<Hit> ofPods() {
        return Arbitraries.oneOf(
                Combinators.combine(pods(), Arbitraries.integers().between(0, 255))
                        .as((pod, exitCode) -> cluster -> new ModelFault.ContainerExit(pod, exitCode)),
                pods().map(pod -> cluster -> new ModelFault.ReadinessFlap(pod)),
                Arbitraries.just(cluster -> new ModelFault.QuotaRejection("default")));
    }

    private static Arbitrary<Hit> ofNodes() {
        return targets().map(target -> cluster -> new ModelFault.NodeCrash(pick(nodes(cluster), target)));
    }

    private static Arbitrary<Hit> ofComponents() {
        return Arbitraries.oneOf(
                targets().map(target -> cluster -> new ComponentFault.Crash(pick(components(cluster), target))),
                targets().map(target -> cluster -> new ComponentFault.Pause(pick(components(cluster), target))),
                Combinators.combine(targets(), millis(1, 50))
                        .as((target, cost) ->
                                cluster -> new ComponentFault.SlowCpu(pick(components(cluster), target), cost)),
                Combinators.combine(targets(), millis(-8_000, 8_000).filter(offset -> offset != 0))
                        .as((target, offset) -> cluster -> new ComponentFault.SkewedClock(
                                pick(components(cluster), target), new ClockSkew(offset, 0))));
    }

    private static Arbitrary<Hit> ofLinks() {
        return Arbitraries.oneOf(
                Combinators.combine(targets(), millis(LONGEST_DELAY_MILLIS), millis(LONGEST_DELAY_MILLIS))
                        .as((target, delay, jitter) ->
                                cluster -> new LinkFault.Delay(pick(links(cluster), target), delay, jitter)),
                Combinators.combine(targets(), shares())
                        .as((target, share) -> cluster -> new LinkFault.Loss(pick(links(cluster), target), share)),
                targets().map(target -> cluster -> new LinkFault.Partition(pick(links(cluster), target))),
                Combinators.combine(targets(), shares())
                        .as((target, share) ->
                                cluster -> new LinkFault.Duplication(pick(links(cluster), target), share)),
                Combinators.combine(targets(), millis(1, 500))
                        .as((target, spread) ->
                                cluster -> new LinkFault.Reordering(pick(links(cluster), target), spread)),
                targets().map(target -> cluster -> new LinkFault.Reset(pick(links(cluster), target))),
                targets().map(target -> cluster -> new LinkFault.HalfOpen(pick(links(cluster), target))));
    }

    /** A call to one of the API servers. */
    private interface Aim {
        CallSelector in(ClusterSpec cluster);
    }

    private static Arbitrary<Hit> ofRequests() {
        Arbitrary<Aim> calls = Combinators.combine(
                        Arbitraries.of("replicaset-controller", "deployment-controller", ComponentNames.SCHEDULER),
                        Arbitraries.of("create", "update", "delete", Anchor.ANY),
                        targets())
                .as((from, verb, target) -> cluster ->
                        new CallSelector(from, pick(ComponentNames.apiServers(cluster), target), verb, Anchor.ANY));
        return Combinators.combine(
                        calls,
                        Arbitraries.of(CallRule.Outcome.class),
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(1, 4))
                .as((aim, outcome, first, count) ->
                        cluster -> new RequestFault(new CallRule(aim.in(cluster), outcome, first, count)));
    }

    private static Arbitrary<Hit> ofStreams() {
        Arbitrary<Aim> watches = Combinators.combine(
                        Arbitraries.<Function<ClusterSpec, String>>of(
                                ComponentNames::allControllerManagers,
                                ComponentNames::allSchedulers,
                                cluster -> ComponentNames.ALL_KUBELETS),
                        Arbitraries.of("pods/*", "replicasets/*", Anchor.ANY),
                        targets())
                .as((from, object, target) -> cluster -> new CallSelector(
                        from.apply(cluster), pick(ComponentNames.apiServers(cluster), target), "watch", object));
        return Arbitraries.oneOf(
                watches.map(watch -> cluster -> new StreamFault.Break(watch.in(cluster))),
                watches.map(watch -> cluster -> new StreamFault.Stall(watch.in(cluster))),
                Combinators.combine(watches, millis(1, LONGEST_DELAY_MILLIS))
                        .as((watch, delay) -> cluster -> new StreamFault.Lag(watch.in(cluster), delay)));
    }

    private static Arbitrary<Ratio> shares() {
        return Arbitraries.of(2, 4, 8, 16, 32, 64).map(parts -> new Ratio(1, parts));
    }

    private static Arbitrary<Long> millis(int most) {
        return millis(0, most);
    }

    private static Arbitrary<Long> millis(int least, int most) {
        return Arbitraries.integers().between(least, most).map(millis -> millis * VirtualTime.MILLISECOND);
    }

    private static Arbitrary<PodTarget> pods() {
        return Arbitraries.integers().between(0, 7).map(index -> new PodTarget("default", "", index));
    }

    private static Arbitrary<Integer> targets() {
        return Arbitraries.integers().between(0, 31);
    }

    private static <T> T pick(List<T> choices, int number) {
        return choices.get(number % choices.size());
    }

    private static List<String> nodes(ClusterSpec cluster) {
        List<String> names = new ArrayList<>();
        for (int number = 1; number <= cluster.nodes(); number++) {
            names.add(ClusterSpec.nodeName(number));
        }
        return names;
    }

    /** Components that a crash may hit alone. A machine goes down with its runtime: that is a node crash. */
    private static List<String> components(ClusterSpec cluster) {
        List<String> names = new ArrayList<>(ComponentNames.controllerManagers(cluster));
        names.addAll(ComponentNames.schedulers(cluster));
        names.addAll(ComponentNames.apiServers(cluster));
        names.addAll(ComponentNames.etcdMembers(cluster));
        nodes(cluster).forEach(node -> names.add(ComponentNames.kubelet(node)));
        return names;
    }

    /** Links that a cluster depends on. */
    private static List<LinkSelector> links(ClusterSpec cluster) {
        List<String> clients = new ArrayList<>(ComponentNames.controllerManagers(cluster));
        clients.addAll(ComponentNames.schedulers(cluster));
        clients.add(ComponentNames.KUBECTL);
        List<String> members = ComponentNames.etcdMembers(cluster);
        clients.addAll(members);
        clients.add(ComponentNames.ALL_KUBELETS);
        nodes(cluster).forEach(node -> clients.add(ComponentNames.kubelet(node)));
        List<LinkSelector> links = new ArrayList<>();
        for (String server : ComponentNames.apiServers(cluster)) {
            clients.forEach(client -> links.add(new LinkSelector(client, server)));
        }
        if (members.size() > 1) {
            members.forEach(member -> links.add(new LinkSelector(member, ComponentNames.allEtcdMembers(cluster))));
        }
        return links;
    }
}
