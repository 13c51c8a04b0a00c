package dev.wavetank.sim.fault.form;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.network.CallRule;
import dev.wavetank.sim.network.CallRule.Outcome;
import dev.wavetank.sim.network.CallSelector;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.network.LinkSelector.Direction;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The written forms of the kernel's own kinds of faults. */
final class KernelKinds {

    private KernelKinds() {}

    static List<FaultKind> all() {
        List<FaultKind> kinds = new ArrayList<>();
        kinds.addAll(ofComponents());
        kinds.addAll(ofLinks());
        for (Outcome outcome : Outcome.values()) {
            kinds.add(ofRequests(outcome));
        }
        kinds.addAll(ofStreams());
        return kinds;
    }

    private static List<FaultKind> ofComponents() {
        return List.of(
                ofComponent("componentCrash", ComponentFault.Crash::new),
                ofComponent("componentPause", ComponentFault.Pause::new),
                FaultKind.of(
                        "slowCpu",
                        ComponentFault.SlowCpu.class,
                        fields -> new ComponentFault.SlowCpu(fields.text("component"), fields.positiveSpan("cost")),
                        (fault, tree) -> {
                            tree.put("component", fault.component());
                            tree.put("cost", VirtualTime.span(fault.cost()));
                        }),
                FaultKind.of(
                        "clockSkew",
                        ComponentFault.SkewedClock.class,
                        fields -> new ComponentFault.SkewedClock(fields.text("component"), skew(fields)),
                        (fault, tree) -> {
                            tree.put("component", fault.component());
                            tree.put("offset", VirtualTime.span(fault.skew().offset()));
                            tree.put("driftPpm", (long) fault.skew().driftPpm());
                        }));
    }

    private static FaultKind ofComponent(String name, Function<String, ComponentFault> constructor) {
        return FaultKind.of(
                name,
                ComponentFault.class,
                fields -> constructor.apply(fields.text("component")),
                (fault, tree) -> tree.put("component", fault.component()));
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

    private static List<FaultKind> ofLinks() {
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
                        }),
                ofShare("networkLoss", LinkFault.Loss.class, LinkFault.Loss::new, LinkFault.Loss::ratio),
                ofLink("networkPartition", LinkFault.Partition::new),
                ofShare(
                        "networkDuplication",
                        LinkFault.Duplication.class,
                        LinkFault.Duplication::new,
                        LinkFault.Duplication::ratio),
                FaultKind.of(
                        "networkReordering",
                        LinkFault.Reordering.class,
                        fields -> new LinkFault.Reordering(links(fields), fields.positiveSpan("spread")),
                        (fault, tree) -> {
                            links(fault, tree);
                            tree.put("spread", VirtualTime.span(fault.spread()));
                        }),
                ofLink("connectionReset", LinkFault.Reset::new),
                ofLink("halfOpenConnection", LinkFault.HalfOpen::new));
    }

    private static FaultKind ofLink(String name, Function<LinkSelector, LinkFault> constructor) {
        return FaultKind.of(name, LinkFault.class, fields -> constructor.apply(links(fields)), KernelKinds::links);
    }

    private static <F extends LinkFault> FaultKind ofShare(
            String name, Class<F> type, BiFunction<LinkSelector, Ratio, F> constructor, Function<F, Ratio> ratio) {
        return FaultKind.of(
                name, type, fields -> constructor.apply(links(fields), fields.ratio("ratio")), (fault, tree) -> {
                    links(fault, tree);
                    tree.put("ratio", ratio.apply(fault).toString());
                });
    }

    private static FaultKind ofRequests(Outcome outcome) {
        return FaultKind.of(
                RequestFault.kind(outcome),
                RequestFault.class,
                fields -> new RequestFault(
                        new CallRule(calls(fields), outcome, fields.positive("nth", 1), fields.positive("count", 1))),
                (fault, tree) -> {
                    calls(fault.rule().calls(), tree);
                    tree.put("nth", (long) fault.rule().first());
                    tree.put("count", (long) fault.rule().count());
                });
    }

    private static List<FaultKind> ofStreams() {
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
                        }));
    }

    private static FaultKind ofStream(String name, Function<CallSelector, StreamFault> constructor) {
        return FaultKind.of(
                name,
                StreamFault.class,
                fields -> constructor.apply(calls(fields)),
                (fault, tree) -> calls(fault.streams(), tree));
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
