package dev.wavetank.sim.fault.codec;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Ratio;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Faults of all kinds of the kernel, and clauses around them. */
final class FaultArbitraries {

    private FaultArbitraries() {}

    static Arbitrary<FaultPlan> plans() {
        return Combinators.combine(triggers(), spans(), faults())
                .as(FaultClause::new)
                .list()
                .ofMaxSize(5)
                .map(FaultPlan::new);
    }

    static Arbitrary<KernelFault> faults() {
        return Arbitraries.oneOf(ofComponents(), ofLinks(), ofRequests(), ofStreams());
    }

    private static Arbitrary<Trigger> triggers() {
        Arbitrary<Trigger> instants = spans().map(Trigger.At::new);
        Arbitrary<Anchor> anchors =
                Combinators.combine(words(), words(), words(), numbers()).as(Anchor::new);
        Arbitrary<Trigger> happenings =
                Combinators.combine(anchors, spans(), positiveSpans()).as(Trigger.After::new);
        return Arbitraries.oneOf(instants, happenings);
    }

    private static Arbitrary<KernelFault> ofComponents() {
        return Arbitraries.oneOf(
                words().map(ComponentFault.Crash::new),
                words().map(ComponentFault.Pause::new),
                Combinators.combine(words(), Arbitraries.longs().between(1, ComponentFault.SlowCpu.COST_MAX))
                        .as(ComponentFault.SlowCpu::new),
                Combinators.combine(
                                words(),
                                Arbitraries.longs().between(-VirtualTime.HOUR, VirtualTime.HOUR),
                                Arbitraries.integers().between(-1_000_000, 1_000_000))
                        .filter((component, offset, drift) -> offset != 0 || drift != 0)
                        .as((component, offset, drift) ->
                                new ComponentFault.SkewedClock(component, new ClockSkew(offset, drift))));
    }

    private static Arbitrary<KernelFault> ofLinks() {
        return Arbitraries.oneOf(
                Combinators.combine(links(), spans(), spans()).as(LinkFault.Delay::new),
                Combinators.combine(links(), ratios()).as(LinkFault.Loss::new),
                links().map(LinkFault.Partition::new),
                Combinators.combine(links(), ratios()).as(LinkFault.Duplication::new),
                Combinators.combine(links(), positiveSpans()).as(LinkFault.Reordering::new),
                links().map(LinkFault.Reset::new),
                links().map(LinkFault.HalfOpen::new));
    }

    private static Arbitrary<KernelFault> ofRequests() {
        return Combinators.combine(calls(), Arbitraries.of(CallRule.Outcome.class), numbers(), numbers())
                .as((calls, outcome, first, count) -> new RequestFault(new CallRule(calls, outcome, first, count)));
    }

    private static Arbitrary<KernelFault> ofStreams() {
        return Arbitraries.oneOf(
                calls().map(StreamFault.Break::new),
                calls().map(StreamFault.Stall::new),
                Combinators.combine(calls(), positiveSpans()).as(StreamFault.Lag::new));
    }

    private static Arbitrary<LinkSelector> links() {
        return Combinators.combine(words(), words(), Arbitraries.of(LinkSelector.Direction.class))
                .as(LinkSelector::new);
    }

    private static Arbitrary<CallSelector> calls() {
        return Combinators.combine(words(), words(), words(), words()).as(CallSelector::new);
    }

    private static Arbitrary<String> words() {
        return Arbitraries.of("*", "kubelet/*", "pods/default/web-1", "server", "1", "true", "a: b", "");
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(1, Integer.MAX_VALUE);
    }

    private static Arbitrary<Long> spans() {
        return Arbitraries.longs().between(0, VirtualTime.SPAN_MAX);
    }

    private static Arbitrary<Long> positiveSpans() {
        return Arbitraries.longs().between(1, VirtualTime.SPAN_MAX);
    }

    private static Arbitrary<Ratio> ratios() {
        return Arbitraries.longs()
                .between(1, 1_000_000)
                .flatMap(denominator ->
                        Arbitraries.longs().between(0, denominator).map(part -> new Ratio(part, denominator)));
    }
}
