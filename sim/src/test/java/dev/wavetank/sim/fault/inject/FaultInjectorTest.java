package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final LinkSelector LINK = new LinkSelector("client", "server");
    private static final Fault SERVER_CRASH = new ComponentFault.Crash("server");
    private static final Fault FLOOD = new Flood("the basement");

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Network network =
            new Network(simulation, new NetworkSettings(new Distribution.Constant(1), 100, 100));
    private final FaultHandler kernel = new KernelFaultHandler(components, network);
    private final List<String> story = new ArrayList<>();

    /** A fault of a kind that the kernel does not know. */
    private record Flood(String basement) implements Fault {
        @Override
        public String kind() {
            return "flood";
        }

        @Override
        public String target() {
            return basement;
        }
    }

    /** Applies floods only. */
    private final class FloodHandler implements FaultHandler {
        private final int hits;

        private FloodHandler(int hits) {
            this.hits = hits;
        }

        @Override
        public Optional<OpenFault> open(Fault fault) {
            if (!(fault instanceof Flood)) {
                return Optional.empty();
            }
            story.add(simulation.now() + " flooded");
            return Optional.of(OpenFault.until(hits, () -> story.add(simulation.now() + " dry")));
        }
    }

    @Test
    void opens_and_closes_in_time_and_says_so() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        components.add("server", context -> () -> {});
        components.startAll();
        inject(FaultClause.at(30, 70, SERVER_CRASH));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(sink.entries())
                .extracting(entry -> entry.time() + " " + entry.component() + " "
                        + entry.record().type())
                .containsExactly(
                        "0 server component.started",
                        "30 faults fault.opened",
                        "30 server component.crashed",
                        "100 faults fault.closed",
                        "100 server component.started");
        assertThat(sink.entries().get(1).record()).isEqualTo(new FaultTrace.Opened(SERVER_CRASH));
        assertThat(sink.entries().get(4).cause()).isEqualTo(4);
    }

    @Test
    void overlapping_crashes_of_one_component_compose() {
        components.add("server", context -> () -> story.add(simulation.now() + " up"));
        components.startAll();
        inject(FaultClause.at(10, 50, SERVER_CRASH), FaultClause.at(40, 60, SERVER_CRASH));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("0 up", "100 up");
    }

    @Test
    void disturbs_links_while_the_window_is_open() {
        callEvery(100);
        inject(
                FaultClause.at(150, 200, new LinkFault.Delay(LINK, 10)),
                FaultClause.at(250, 100, new LinkFault.Delay(LINK, 5)),
                FaultClause.at(350, 100, new LinkFault.Partition(LINK)));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("102 answered", "222 answered", "332 answered", "440 lost", "502 answered");
    }

    @Test
    void the_first_handler_that_knows_a_kind_applies_it() {
        FloodHandler floods = new FloodHandler(1);
        new FaultInjector(simulation, List.of(kernel, floods, new FloodHandler(1)))
                .inject(FaultPlan.of(FaultClause.at(5, 3, FLOOD)));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("5 flooded", "8 dry");
    }

    @Test
    void a_kind_that_nobody_knows_is_an_error() {
        inject(FaultClause.at(5, 3, FLOOD));

        assertThatThrownBy(() -> simulation.run(RunLimits.UNTIL_QUIESCENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no handler applies faults of kind flood");
    }

    @Test
    void a_fault_in_vain_says_so_when_it_closes() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        FaultClause clause = FaultClause.at(5, 3, FLOOD);

        new FaultInjector(simulation, List.of(new FloodHandler(0))).inject(FaultPlan.of(clause));
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(sink.entries())
                .extracting(entry -> entry.time() + " " + entry.record().type())
                .containsExactly("5 fault.opened", "8 fault.closed", "8 fault.missed");
        assertThat(sink.entries().get(2).record())
                .isEqualTo(new FaultTrace.Missed(clause, FaultTrace.Missed.Reason.HIT_NOTHING));
    }

    @Test
    void a_pattern_hits_every_component_whose_name_begins_so() {
        for (String name : List.of("kubelet/1", "kubelet/2", "server")) {
            components.add(name, context -> () -> story.add(simulation.now() + " " + name));
        }
        components.startAll();
        story.clear();
        inject(FaultClause.at(5, 3, new ComponentFault.Crash("kubelet/*")));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("8 kubelet/1", "8 kubelet/2");
    }

    private void inject(FaultClause... clauses) {
        new FaultInjector(simulation, List.of(kernel)).inject(FaultPlan.of(clauses));
    }

    /** Five calls with a timeout of 40 ns. */
    private void callEvery(long period) {
        components.add(
                "server",
                context -> () -> network.connect(context)
                        .serve(ECHO, (caller, request, responder) -> responder.respond(request)));
        components.add("client", context -> () -> {
            for (int i = 1; i <= 5; i++) {
                context.after(
                        i * period,
                        () -> network.connect(context)
                                .call(ECHO, "", 40)
                                .whenDone(reply -> story.add(
                                        simulation.now() + (reply instanceof Reply.Answer ? " answered" : " lost"))));
            }
        });
        components.startAll();
    }
}
