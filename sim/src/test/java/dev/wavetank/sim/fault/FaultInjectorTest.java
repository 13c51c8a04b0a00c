package dev.wavetank.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final LinkSelector LINK = new LinkSelector("client", "server");

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Network network =
            new Network(simulation, new NetworkSettings(new Distribution.Constant(1), 100, 100));
    private final FaultHandler kernel = new KernelFaultHandler(components, network);
    private final List<String> story = new ArrayList<>();

    /** A fault of a kind that the kernel does not know. */
    private record Flood(Window window) implements Fault {
        @Override
        public String kind() {
            return "flood";
        }

        @Override
        public String target() {
            return "the basement";
        }
    }

    /** Applies floods only. */
    private final class FloodHandler implements FaultHandler {
        @Override
        public boolean open(Fault fault) {
            if (!(fault instanceof Flood)) {
                return false;
            }
            story.add(simulation.now() + " flooded");
            return true;
        }

        @Override
        public void close(Fault fault) {
            story.add(simulation.now() + " dry");
        }
    }

    @Test
    void opens_and_closes_in_time_and_says_so() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        components.add("server", context -> () -> {});
        components.startAll();
        inject(new KernelFault.ComponentCrash("server", new Window(30, 70)));

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
        assertThat(sink.entries().get(1).record()).isEqualTo(new FaultTrace.Opened("componentCrash", "server"));
        assertThat(sink.entries().get(4).cause()).isEqualTo(4);
    }

    @Test
    void overlapping_crashes_of_one_component_compose() {
        components.add("server", context -> () -> story.add(simulation.now() + " up"));
        components.startAll();
        inject(
                new KernelFault.ComponentCrash("server", new Window(10, 50)),
                new KernelFault.ComponentCrash("server", new Window(40, 60)));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("0 up", "100 up");
    }

    @Test
    void disturbs_links_while_the_window_is_open() {
        callEvery(100);
        inject(
                new KernelFault.NetworkDelay(LINK, 10, new Window(150, 200)),
                new KernelFault.NetworkDelay(LINK, 5, new Window(250, 100)),
                new KernelFault.NetworkPartition(LINK, new Window(350, 100)));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("102 answered", "222 answered", "332 answered", "440 lost", "502 answered");
    }

    @Test
    void the_first_handler_that_knows_a_kind_applies_it() {
        FloodHandler floods = new FloodHandler();
        new FaultInjector(simulation, List.of(kernel, floods, new FloodHandler()))
                .inject(new FaultPlan(List.of(new Flood(new Window(5, 3)))));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("5 flooded", "8 dry");
    }

    @Test
    void a_kind_that_nobody_knows_is_an_error() {
        inject(new Flood(new Window(5, 3)));

        assertThatThrownBy(() -> simulation.run(RunLimits.UNTIL_QUIESCENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no handler applies faults of kind flood");
    }

    @Test
    void a_plan_knows_when_it_has_healed_and_can_be_shrunk() {
        Fault early = new Flood(new Window(5, 100));
        Fault late = new Flood(new Window(50, 10));
        FaultPlan plan = new FaultPlan(List.of(early, late));

        assertThat(plan.healedAt()).isEqualTo(105);
        assertThat(plan.without(0)).isEqualTo(new FaultPlan(List.of(late)));
        assertThat(plan.without(0).healedAt()).isEqualTo(60);
        assertThat(FaultPlan.NONE.healedAt()).isZero();
    }

    @Test
    void faults_tell_what_they_hit() {
        Window window = new Window(0, 1);

        assertThat(new KernelFault.NetworkDelay(LINK, 1_500_000, window).target())
                .isEqualTo("client <-> server +1ms500us");
        assertThat(new KernelFault.NetworkPartition(LINK, window).target()).isEqualTo("client <-> server");
    }

    @Test
    void refuses_windows_outside_of_time() {
        assertThatThrownBy(() -> new Window(-1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Window(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Window(1, Long.MAX_VALUE))
                .hasMessage("a window must close before the end of virtual time");
    }

    private void inject(Fault... faults) {
        new FaultInjector(simulation, List.of(kernel)).inject(new FaultPlan(List.of(faults)));
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
