package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that follow what happens in a run. */
class TriggerTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final MemorySink sink = new MemorySink();
    private final List<String> story = new ArrayList<>();
    private final FaultInjector injector =
            new FaultInjector(simulation, List.of(fault -> Optional.of(openAndClose(fault))));

    /** A write of a pod, as a server would trace it for somebody who asked. */
    private record Write(String actor, String verb, String subject) implements TraceRecord {
        @Override
        public String type() {
            return "request";
        }

        @Override
        public String actor(String component) {
            return actor;
        }

        @Override
        public void describe(Fields out) {
            out.text("actor", actor).text("verb", verb).text("subject", subject);
        }
    }

    @BeforeEach
    void record_everything() {
        simulation.trace().addSink(sink);
    }

    @Test
    void opens_after_the_third_write_and_not_within_its_event() {
        writes("controller", 10, 20, 30, 40);

        injector.inject(plan(after("controller", "create", "pods/*", 3), 0, 1000, 5));
        StopReason reason = simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 wrote", "20 wrote", "30 wrote", "30 opened", "35 closed", "40 wrote");
        assertThat(reason).isEqualTo(StopReason.QUIESCENT);
        assertThat(simulation.now()).isEqualTo(40);
        assertThat(injector.anchors()).hasToString("1 of 1 anchor matched");
    }

    @Test
    void the_write_is_the_cause_of_the_fault() {
        writes("controller", 10, 20);

        injector.inject(plan(after("controller", "create", "pods/*", 2), 3, 1000, 0));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(sink.entries().get(2).record().type()).isEqualTo("fault.opened");
        assertThat(sink.entries().get(2).cause()).isEqualTo(2);
    }

    @Test
    void waits_a_while_after_it() {
        writes("controller", 10, 20);

        injector.inject(plan(after("controller", "create", "*", 1), 15, 1000, 5));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 wrote", "20 wrote", "25 opened", "30 closed");
    }

    @Test
    void counts_only_what_it_means() {
        writes("other", 10);
        writes("controller", 20);

        injector.inject(FaultPlan.of(
                plan(after("controller", "delete", "*", 1), 0, 1000, 1)
                        .clauses()
                        .get(0),
                plan(after("controller", "create", "nodes/*", 1), 0, 1000, 1)
                        .clauses()
                        .get(0),
                plan(after("cont*", "*", "pods/default/web-1", 1), 0, 1000, 1)
                        .clauses()
                        .get(0),
                plan(after("server", "*", "*", 2), 0, 1000, 1).clauses().get(0)));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 wrote", "20 wrote", "20 opened", "20 opened", "21 closed", "21 closed");
        assertThat(injector.anchors()).hasToString("2 of 4 anchors matched");
        assertThat(injector.anchors().unmatched())
                .extracting(clause -> clause.trigger().toString())
                .containsExactly(
                        "after delete * by controller, number 1", "after create nodes/* by controller, number 1");
    }

    @Test
    void a_run_is_not_over_while_a_fault_may_still_open() {
        writes("controller", 10);

        injector.inject(plan(after("controller", "create", "*", 2), 0, 100, 5));
        StopReason reason = simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(reason).isEqualTo(StopReason.QUIESCENT);
        assertThat(simulation.now()).isEqualTo(100);
        assertThat(sink.entries())
                .last()
                .extracting(entry -> entry.record())
                .isEqualTo(new FaultTrace.Missed(
                        injector.anchors().unmatched().get(0), FaultTrace.Missed.Reason.NOT_TRIGGERED));
    }

    @Test
    void what_happens_too_late_opens_nothing() {
        writes("controller", 100);

        injector.inject(plan(after("controller", "create", "*", 1), 0, 100, 5));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("100 wrote");
        assertThat(injector.anchors().matched()).isZero();
    }

    @Test
    void what_follows_once_does_not_follow_twice() {
        writes("controller", 10, 20, 30);

        injector.inject(plan(after("controller", "create", "*", 1), 0, 1000, 1));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsOnlyOnce("10 opened").doesNotContain("20 opened", "30 opened");
    }

    @Test
    void one_fault_can_follow_another() {
        injector.inject(FaultPlan.of(
                FaultClause.at(10, 5, new ComponentFault.Crash("a")),
                new FaultClause(
                        new Trigger.After(new Anchor("faults", "fault.closed", "*", 1), 4, 100),
                        1,
                        new ComponentFault.Crash("b"))));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 opened", "15 closed", "19 opened", "20 closed");
    }

    private OpenFault openAndClose(Fault fault) {
        story.add(simulation.now() + " opened");
        return OpenFault.until(1, () -> story.add(simulation.now() + " closed"));
    }

    private void writes(String actor, long... times) {
        for (long time : times) {
            simulation.schedule(time, EventClass.WORK, () -> {
                simulation.trace("server", new Write(actor, "create", "pods/default/web-1"));
                story.add(simulation.now() + " wrote");
            });
        }
    }

    private static Anchor after(String component, String verb, String subject, int nth) {
        return new Anchor(component, verb, subject, nth);
    }

    private static FaultPlan plan(Anchor anchor, long delay, long until, long duration) {
        return FaultPlan.of(
                new FaultClause(new Trigger.After(anchor, delay, until), duration, new ComponentFault.Crash("server")));
    }
}
