package dev.wavetank.sim.fault.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.wavetank.sim.fault.swarm.KernelTargets;
import dev.wavetank.sim.fault.swarm.Sampling;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultCodecTest {

    private static final LinkSelector LINK = new LinkSelector("a", "b");

    @Test
    void reads_a_fault_at_an_instant() {
        assertThat(read("kind", "networkDelay", "between", "a", "and", "b", "delay", "2s", "at", "5s", "for", "10s"))
                .isEqualTo(FaultClause.at(
                        5 * VirtualTime.SECOND,
                        10 * VirtualTime.SECOND,
                        new LinkFault.Delay(LINK, 2 * VirtualTime.SECOND)));
    }

    @Test
    void reads_a_fault_that_follows_something() {
        Map<String, Object> after =
                tree("component", "b", "verb", "create", "object", "pods/*", "nth", 3L, "wait", "5ms", "until", "90s");

        assertThat(read("kind", "componentCrash", "component", "a", "after", after, "for", "20s"))
                .isEqualTo(new FaultClause(
                        new Trigger.After(
                                new Anchor("b", "create", "pods/*", 3),
                                5 * VirtualTime.MILLISECOND,
                                90 * VirtualTime.SECOND),
                        20 * VirtualTime.SECOND,
                        new ComponentFault.Crash("a")));
    }

    @Test
    void what_a_fault_follows_has_defaults() {
        assertThat(read("kind", "componentCrash", "component", "a", "after", tree("verb", "create"), "for", "1s")
                        .trigger())
                .isEqualTo(new Trigger.After(new Anchor("*", "create", "*", 1), 0, 60 * VirtualTime.SECOND));
    }

    @Test
    void reads_faults_of_requests_and_streams() {
        assertThat(read("kind", "answerLost", "from", "c", "verb", "create", "nth", 3L, "at", "0s", "for", "1s")
                        .fault())
                .isEqualTo(new RequestFault(
                        new CallRule(new CallSelector("c", "*", "create", "*"), CallRule.Outcome.ANSWER_LOST, 3, 1)));
        assertThat(read("kind", "streamLag", "to", "s", "object", "pods/*", "delay", "1s", "at", "0s", "for", "1s")
                        .fault())
                .isEqualTo(new StreamFault.Lag(new CallSelector("*", "s", "*", "pods/*"), VirtualTime.SECOND));
    }

    @Test
    void reads_shares_directions_and_numbers_below_zero() {
        assertThat(share("5%")).isEqualTo(new Ratio(5, 100));
        assertThat(share("1/8")).isEqualTo(new Ratio(1, 8));
        assertThat(share(1L)).isEqualTo(new Ratio(1, 1));
        assertThat(share(0.2)).isEqualTo(new Ratio(2, 10));
        assertThat(share("0.20")).isEqualTo(new Ratio(20, 100));
        assertThat(share(1.0)).isEqualTo(new Ratio(1, 1));
        assertThat(share(0.00005)).isEqualTo(new Ratio(5, 100_000));
        assertThat(share("2.5%")).isEqualTo(new Ratio(25, 1000));
        assertThat(share("0.1234567890123456%"))
                .isEqualTo(new Ratio(1_234_567_890_123_456L, 1_000_000_000_000_000_000L));
        assertThat(read(
                                "kind",
                                "networkPartition",
                                "between",
                                "a",
                                "and",
                                "b",
                                "direction",
                                "forward",
                                "at",
                                "0s",
                                "for",
                                "1s")
                        .fault())
                .isEqualTo(new LinkFault.Partition(new LinkSelector("a", "b", LinkSelector.Direction.FORWARD)));
        assertThat(read(
                                "kind",
                                "clockSkew",
                                "component",
                                "a",
                                "offset",
                                "-2s",
                                "driftPpm",
                                -40L,
                                "at",
                                "0s",
                                "for",
                                "1s")
                        .fault())
                .isEqualTo(new ComponentFault.SkewedClock("a", new ClockSkew(-2 * VirtualTime.SECOND, -40)));
    }

    @Test
    void what_happens_at_once_needs_no_length() {
        assertThat(read("kind", "connectionReset", "between", "a", "and", "b", "at", "5s"))
                .isEqualTo(FaultClause.at(5 * VirtualTime.SECOND, 0, new LinkFault.Reset(LINK)));
        refused(
                "faults[0].for: missing: write a span of time, such as 10s",
                "kind",
                "networkPartition",
                "between",
                "a",
                "and",
                "b",
                "at",
                "5s");
    }

    @Test
    void says_where_a_mistake_is_and_what_was_expected() {
        refused("faults[0].kind: missing", "at", "1s");
        refused("faults[0].at: missing: write at (a time), or after (what it follows)", crash());
        refused(
                "faults[0].at: a fault has at or after, not both: leave one out",
                crash("at", "1s", "after", tree(), "for", "1s"));
        refused(
                "faults[0].for: '5' is not a span of time: write a number and a unit, such as "
                        + "250ms, 1.5s, 10m or 1h30m",
                crash("at", "1s", "for", 5L));
        refused("faults[0].after: expected a map of fields, found 'now'", crash("after", "now", "for", "1s"));
        refused(
                "faults[0].after.nth: expected a number from 1 up, found 0",
                crash("after", tree("nth", 0L), "for", "1s"));
        refused(
                "faults[0].after.until: what is to happen before 0s can never happen",
                crash("after", tree("until", "0s"), "for", "1s"));
        refused(
                "faults[0].after.wiat: no such field here: did you mean 'wait'? expected one of component, verb, object, nth, wait, until",
                crash("after", tree("wiat", "1s"), "for", "1s"));
        refused(
                "faults[0].component: expected text, found a list",
                "kind",
                "componentCrash",
                "at",
                "1s",
                "component",
                List.of("a"));
        refused(
                "faults[0].at: '2000000h' is too long a span of time: write at most 87600h, which is ten years",
                crash("at", "2000000h", "for", "2000000h"));
    }

    @Test
    void says_what_a_kind_cannot_be() {
        refused(
                "faults[0].ratio: a probability lies between 0 and 1, was 3/2",
                "kind",
                "networkLoss",
                "between",
                "a",
                "and",
                "b",
                "ratio",
                "3/2",
                "at",
                "0s",
                "for",
                "1s");
        refusedShare("1.5 is above 1: a probability lies between 0 and 1", 1.5);
        refusedShare("120% is above 1: a probability lies between 0 and 1", "120%");
        refusedShare("5 is above 1: a probability lies between 0 and 1", 5L);
        refusedShare("expected a probability such as 1/8, 5% or 0.05, found 'often'", "often");
        refusedShare("expected a probability such as 1/8, 5% or 0.05, found '-0.2'", -0.2);
        refusedShare("expected a probability such as 1/8, 5% or 0.05, found 'NaN'", Double.NaN);
        refused(
                "faults[0].direction: expected both or forward, found 'back'",
                "kind",
                "networkLoss",
                "between",
                "a",
                "and",
                "b",
                "direction",
                "back",
                "at",
                "0s",
                "for",
                "1s");
        refused(
                "faults[0].cost: expected a span of time longer than nothing, found 0s",
                "kind",
                "slowCpu",
                "component",
                "a",
                "cost",
                "0s",
                "at",
                "0s",
                "for",
                "1s");
        refused(
                "faults[0].count: expected a number from 1 up, found 0",
                "kind",
                "requestRefused",
                "count",
                0L,
                "at",
                "0s",
                "for",
                "1s");
        assertThatThrownBy(() -> readClause(tree("kind", "flood", "at", "0s", "for", "1s")))
                .hasMessageStartingWith("faults[0].kind: no such kind of fault 'flood': use componentCrash, ");
    }

    @Test
    void points_at_the_field_of_a_span_that_is_nothing() {
        String expected = ": expected a span of time longer than nothing, found 0s";

        refused(
                "faults[0].spread" + expected,
                "kind",
                "networkReordering",
                "between",
                "a",
                "and",
                "b",
                "spread",
                "0s",
                "at",
                "0s",
                "for",
                "1s");
        refused("faults[0].delay" + expected, "kind", "streamLag", "delay", "0s", "at", "0s", "for", "1s");
    }

    @Test
    void gives_an_example_of_what_is_missing() {
        refused(
                "faults[0].cost: missing: write a span of time, such as 10s",
                "kind",
                "slowCpu",
                "component",
                "a",
                "at",
                "0s",
                "for",
                "1s");
        refused(
                "faults[0].ratio: missing: write a probability, such as 1/8 or 5%",
                "kind", "networkLoss", "between", "a", "and", "b", "at", "0s", "for", "1s");
    }

    @Test
    void a_clock_that_is_right_is_no_fault() {
        String expected =
                "faults[0].offset: this clock is right: write offset, such as 2s or -2s, or driftPpm, such as 200";

        refused(expected, "kind", "clockSkew", "component", "a", "at", "0s", "for", "1s");
        refused(expected, "kind", "clockSkew", "component", "a", "offset", "0s", "at", "0s", "for", "1s");
        assertThat(read("kind", "clockSkew", "component", "a", "driftPpm", 200L, "at", "0s", "for", "1s")
                        .fault())
                .isEqualTo(new ComponentFault.SkewedClock("a", new ClockSkew(0, 200)));
    }

    @Test
    void a_plan_is_a_list() {
        assertThatThrownBy(() -> FaultCodec.KERNEL.read("faults", "none"))
                .hasMessage("faults: expected a list of faults");
        assertThatThrownBy(() -> FaultCodec.KERNEL.read("faults", List.of("none")))
                .hasMessage("faults[0]: expected a map of fields, found 'none'");
    }

    @Test
    void further_kinds_plug_in() {
        FaultKind<KernelTargets> flood = FaultKind.of(
                "flood",
                Flood.class,
                fields -> new Flood(fields.text("height")),
                (fault, tree) -> tree.put("height", fault.height()),
                Sampling.of((targets, random) -> new Flood("3m")));
        List<FaultKind<KernelTargets>> kinds = new ArrayList<>(KernelKinds.all());
        kinds.add(flood);
        FaultCodec codec = new FaultCodec(kinds);
        FaultPlan plan = FaultPlan.of(FaultClause.at(1, 2, new Flood("3m")));

        assertThat(codec.read("faults", codec.write(plan))).isEqualTo(plan);
        assertThatThrownBy(() -> FaultCodec.KERNEL.write(plan)).hasMessage("faults of kind flood have no written form");
        kinds.add(flood);
        assertThatThrownBy(() -> new FaultCodec(kinds)).hasMessage("there are two kinds of fault called flood");
    }

    private record Flood(String height) implements Fault {
        @Override
        public String kind() {
            return "flood";
        }

        @Override
        public String target() {
            return height;
        }
    }

    private static Ratio share(Object written) {
        FaultClause clause =
                read("kind", "networkLoss", "between", "a", "and", "b", "ratio", written, "at", "0s", "for", "1s");
        return ((LinkFault.Loss) clause.fault()).ratio();
    }

    private static void refusedShare(String expectation, Object ratio) {
        assertThatThrownBy(() -> share(ratio))
                .isInstanceOf(FaultFormatException.class)
                .hasMessage("faults[0].ratio: " + expectation);
    }

    private static Object[] crash(Object... fields) {
        Object[] all = new Object[fields.length + 4];
        System.arraycopy(new Object[] {"kind", "componentCrash", "component", "a"}, 0, all, 0, 4);
        System.arraycopy(fields, 0, all, 4, fields.length);
        return all;
    }

    private static void refused(String message, Object... fields) {
        assertThatThrownBy(() -> read(fields))
                .isInstanceOf(FaultFormatException.class)
                .hasMessage(message);
    }

    private static FaultClause read(Object... fields) {
        return readClause(tree(fields));
    }

    private static FaultClause readClause(Map<String, Object> tree) {
        return FaultCodec.KERNEL.readClause("faults[0]", tree);
    }

    private static Map<String, Object> tree(Object... fields) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            tree.put((String) fields[i], fields[i + 1]);
        }
        return tree;
    }
}
