package dev.wavetank.sim.fault.codec;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.swarm.KernelTargets;
import dev.wavetank.sim.fault.swarm.Sampling;
import dev.wavetank.sim.fault.swarm.Swarm;
import dev.wavetank.sim.fault.swarm.Swarm.Opening;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallRule.Outcome;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The kernel's own kinds of faults. */
public final class KernelKinds {

    /** Faults that count requests have to be open before those come that follow from the request for work. */
    private static final Opening EARLY = new Opening(64 * VirtualTime.MILLISECOND, 96 * VirtualTime.MILLISECOND);

    private KernelKinds() {}

    /** All of them. */
    public static List<FaultKind<KernelTargets>> all() {
        List<FaultKind<KernelTargets>> kinds = new ArrayList<>();
        kinds.addAll(ofComponents());
        kinds.addAll(ofLinks());
        for (Outcome outcome : Outcome.values()) {
            kinds.add(ofRequests(outcome));
        }
        kinds.addAll(ofStreams());
        return kinds;
    }

    private static List<FaultKind<KernelTargets>> ofComponents() {
        return List.of(
                ofComponent("componentCrash", ComponentFault.Crash::new, KernelTargets::crashing),
                ofComponent("componentPause", ComponentFault.Pause::new, KernelTargets::timed),
                FaultKind.of(
                        "slowCpu",
                        ComponentFault.SlowCpu.class,
                        fields -> new ComponentFault.SlowCpu(fields.text("component"), cost(fields)),
                        (fault, tree) -> {
                            tree.put("component", fault.component());
                            tree.put("cost", VirtualTime.span(fault.cost()));
                        },
                        Sampling.of((targets, random) -> new ComponentFault.SlowCpu(
                                targets.timed(random),
                                Swarm.magnitude(random, VirtualTime.MILLISECOND, 50 * VirtualTime.MILLISECOND)))),
                FaultKind.of(
                        "clockSkew",
                        ComponentFault.SkewedClock.class,
                        fields -> new ComponentFault.SkewedClock(fields.text("component"), skew(fields)),
                        (fault, tree) -> {
                            tree.put("component", fault.component());
                            tree.put("offset", VirtualTime.span(fault.skew().offset()));
                            tree.put("driftPpm", (long) fault.skew().driftPpm());
                        },
                        Sampling.of((targets, random) ->
                                new ComponentFault.SkewedClock(targets.timed(random), drawSkew(random)))));
    }

    private static FaultKind<KernelTargets> ofComponent(
            String name,
            Function<String, ComponentFault> constructor,
            BiFunction<KernelTargets, RandomStream, String> target) {
        return FaultKind.of(
                name,
                ComponentFault.class,
                fields -> constructor.apply(fields.text("component")),
                (fault, tree) -> tree.put("component", fault.component()),
                Sampling.of((targets, random) -> constructor.apply(target.apply(targets, random))));
    }

    private static long cost(FaultFields fields) {
        long cost = fields.positiveSpan("cost");
        if (cost > ComponentFault.SlowCpu.COST_MAX) {
            throw fields.mistake("cost", ComponentFault.SlowCpu.tooMuch(cost));
        }
        return cost;
    }

    /** Seconds at most. */
    private static ClockSkew drawSkew(RandomStream random) {
        long offset = Swarm.magnitude(random, VirtualTime.MILLISECOND, 8 * VirtualTime.SECOND);
        int drift = random.nextInt(2) == 0 ? 0 : (int) random.between(-500, 500);
        return new ClockSkew(random.nextInt(2) == 0 ? offset : -offset, drift);
    }

    private static ClockSkew skew(FaultFields fields) {
        long offset = fields.signedSpan("offset", 0);
        long drift = fields.signed("driftPpm", 0);
        if (drift < -1_000_000 || drift > 1_000_000) {
            throw fields.mistake("driftPpm", "expected millionths from -1000000 to 1000000, found " + drift);
        }
        if (offset == 0 && drift == 0) {
            throw fields.mistake(
                    "offset", "this clock is right: write offset, such as 2s or -2s, or driftPpm, such as 200");
        }
        return new ClockSkew(offset, (int) drift);
    }

    private static List<FaultKind<KernelTargets>> ofLinks() {
        return List.of(
                FaultKind.of(
                        "networkDelay",
                        LinkFault.Delay.class,
                        fields -> new LinkFault.Delay(links(fields), fields.span("delay"), fields.span("jitter", 0)),
                        (fault, tree) -> {
                            links(fault, tree);
                            tree.put("delay", VirtualTime.span(fault.delay()));
                            if (fault.jitter() > 0) {
                                tree.put("jitter", VirtualTime.span(fault.jitter()));
                            }
                        },
                        Sampling.of((targets, random) -> {
                            long jitter = random.nextInt(2) == 0 ? 0 : drawDelay(random);
                            return new LinkFault.Delay(targets.oneWay(random), drawDelay(random), jitter);
                        })),
                ofShare(
                        "networkLoss",
                        LinkFault.Loss.class,
                        LinkFault.Loss::new,
                        LinkFault.Loss::ratio,
                        KernelTargets::oneWay),
                ofLink(
                        "networkPartition",
                        LinkFault.Partition::new,
                        Sampling.of((targets, random) -> new LinkFault.Partition(targets.oneWay(random)))),
                ofShare(
                        "networkDuplication",
                        LinkFault.Duplication.class,
                        LinkFault.Duplication::new,
                        LinkFault.Duplication::ratio,
                        KernelTargets::links),
                FaultKind.of(
                        "networkReordering",
                        LinkFault.Reordering.class,
                        fields -> new LinkFault.Reordering(links(fields), fields.positiveSpan("spread")),
                        (fault, tree) -> {
                            links(fault, tree);
                            tree.put("spread", VirtualTime.span(fault.spread()));
                        },
                        Sampling.of((targets, random) -> new LinkFault.Reordering(
                                targets.links(random),
                                Swarm.magnitude(random, VirtualTime.MILLISECOND, 500 * VirtualTime.MILLISECOND)))),
                ofConnections("connectionReset", LinkFault.Reset::new),
                ofConnections("halfOpenConnection", LinkFault.HalfOpen::new));
    }

    private static FaultKind<KernelTargets> ofLink(
            String name, Function<LinkSelector, LinkFault> constructor, Sampling<KernelTargets> sampling) {
        return FaultKind.of(
                name, LinkFault.class, fields -> constructor.apply(links(fields)), KernelKinds::links, sampling);
    }

    private static FaultKind<KernelTargets> ofConnections(String name, Function<LinkSelector, LinkFault> constructor) {
        Sampling<KernelTargets> sampling = Sampling.of((targets, random) -> constructor.apply(targets.links(random)));
        return ofLink(name, constructor, sampling);
    }

    private static long drawDelay(RandomStream random) {
        return Swarm.magnitude(random, VirtualTime.MILLISECOND, 5 * VirtualTime.SECOND);
    }

    private static <F extends LinkFault> FaultKind<KernelTargets> ofShare(
            String name,
            Class<F> type,
            BiFunction<LinkSelector, Ratio, F> constructor,
            Function<F, Ratio> ratio,
            BiFunction<KernelTargets, RandomStream, LinkSelector> target) {
        return FaultKind.of(
                name,
                type,
                fields -> constructor.apply(links(fields), fields.ratio("ratio")),
                (fault, tree) -> {
                    links(fault, tree);
                    tree.put("ratio", ratio.apply(fault).toString());
                },
                Sampling.of((targets, random) -> constructor.apply(target.apply(targets, random), drawShare(random))));
    }

    /** A half, a quarter, and so on to 1 of 16. */
    private static Ratio drawShare(RandomStream random) {
        return new Ratio(1, 2L << random.nextInt(4));
    }

    private static FaultKind<KernelTargets> ofRequests(Outcome outcome) {
        return FaultKind.of(
                RequestFault.kind(outcome),
                RequestFault.class,
                fields -> new RequestFault(
                        new CallRule(calls(fields), outcome, fields.positive("nth", 1), fields.positive("count", 1))),
                (fault, tree) -> {
                    calls(fault.rule().calls(), tree);
                    tree.put("nth", (long) fault.rule().first());
                    tree.put("count", (long) fault.rule().count());
                },
                Sampling.<KernelTargets>of((targets, random) -> new RequestFault(targets.requests(outcome, random)))
                        .opening(EARLY));
    }

    private static List<FaultKind<KernelTargets>> ofStreams() {
        return List.of(
                ofStream("streamBreak", StreamFault.Break::new),
                ofStream("streamStall", StreamFault.Stall::new),
                FaultKind.of(
                        "streamLag",
                        StreamFault.Lag.class,
                        fields -> new StreamFault.Lag(calls(fields), fields.positiveSpan("delay")),
                        (fault, tree) -> {
                            calls(fault.streams(), tree);
                            tree.put("delay", VirtualTime.span(fault.delay()));
                        },
                        Sampling.of(
                                (targets, random) -> new StreamFault.Lag(targets.streams(random), drawDelay(random)))));
    }

    private static FaultKind<KernelTargets> ofStream(String name, Function<CallSelector, StreamFault> constructor) {
        return FaultKind.of(
                name,
                StreamFault.class,
                fields -> constructor.apply(calls(fields)),
                (fault, tree) -> calls(fault.streams(), tree),
                Sampling.of((targets, random) -> constructor.apply(targets.streams(random))));
    }

    private static LinkSelector links(FaultFields fields) {
        String direction = fields.text("direction", "both");
        if (!direction.equals("both") && !direction.equals("forward")) {
            throw fields.mistake("direction", "expected both or forward, found '" + direction + "'");
        }
        return new LinkSelector(
                fields.text("between"),
                fields.text("and"),
                direction.equals("both") ? Direction.BOTH : Direction.FORWARD);
    }

    private static void links(LinkFault fault, Map<String, Object> tree) {
        tree.put("between", fault.links().one());
        tree.put("and", fault.links().other());
        if (fault.links().direction() == Direction.FORWARD) {
            tree.put("direction", "forward");
        }
    }

    private static CallSelector calls(FaultFields fields) {
        return new CallSelector(
                fields.text("from", Anchor.ANY),
                fields.text("to", Anchor.ANY),
                fields.text("verb", Anchor.ANY),
                fields.text("object", Anchor.ANY));
    }

    private static void calls(CallSelector calls, Map<String, Object> tree) {
        tree.put("from", calls.from());
        tree.put("to", calls.to());
        tree.put("verb", calls.verb());
        tree.put("object", calls.subject());
    }
}
