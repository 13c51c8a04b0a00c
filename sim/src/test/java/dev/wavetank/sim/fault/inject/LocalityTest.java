package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leaving a clause out changes nothing but what that fault touched: shrinking depends on it. */
class LocalityTest {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final Ratio HALF = new Ratio(1, 2);

    private static final FaultClause LOSS_OF_RIGHT =
            FaultClause.at(0, 5_000, new LinkFault.Loss(new LinkSelector("right", "server"), HALF));
    private static final FaultClause JITTER_OF_RIGHT =
            FaultClause.at(0, 5_000, new LinkFault.Delay(new LinkSelector("right", "server"), 10, 50));

    @Test
    void the_other_client_sees_the_same_latencies() {
        List<String> left = tellings("left", LOSS_OF_RIGHT, JITTER_OF_RIGHT);

        assertThat(left).hasSize(40).isEqualTo(tellings("left")).isEqualTo(tellings("left", LOSS_OF_RIGHT));
    }

    @Test
    void the_same_messages_are_lost_when_another_disturbance_of_the_link_is_left_out() {
        List<Integer> both = lost(tellings("right", LOSS_OF_RIGHT, JITTER_OF_RIGHT));

        assertThat(both).isNotEmpty().isEqualTo(lost(tellings("right", LOSS_OF_RIGHT)));
    }

    @Test
    void a_fault_that_never_opens_changes_nothing() {
        FaultClause never = new FaultClause(
                new Trigger.After(new Anchor("left", "never", "*", 1), 0, 4_000),
                1,
                new ComponentFault.Crash("server"));

        assertThat(tellings("left", never, LOSS_OF_RIGHT)).isEqualTo(tellings("left", LOSS_OF_RIGHT));
        assertThat(tellings("right", never, LOSS_OF_RIGHT)).isEqualTo(tellings("right", LOSS_OF_RIGHT));
    }

    /** Which of the calls were not answered. */
    private static List<Integer> lost(List<String> tellings) {
        List<Integer> lost = new ArrayList<>();
        for (String telling : tellings) {
            if (telling.contains("Lost")) {
                lost.add(Integer.valueOf(telling.split(" ")[0]));
            }
        }
        lost.sort(null);
        return lost;
    }

    /** What became of each call of one of two clients, and when. */
    private static List<String> tellings(String client, FaultClause... clauses) {
        Simulation simulation = new Simulation(7, OrderPolicy.FIFO, new Trace());
        Components components = new Components(simulation);
        Network network =
                new Network(simulation, new NetworkSettings(new Distribution.Uniform(1, 30), 1_000, 1_000, 100));
        List<String> told = new ArrayList<>();
        components.add("server", context -> {
            Endpoint endpoint = network.connect(context);
            return () -> endpoint.serve(ECHO, (caller, request, responder) -> responder.respond(request));
        });
        for (String name : List.of("left", "right")) {
            components.add(name, context -> {
                Endpoint endpoint = network.connect(context);
                return () -> {
                    for (int i = 0; i < 40; i++) {
                        int number = i;
                        context.after(
                                100L * i,
                                () -> endpoint.call(ECHO, "", 400).whenDone(reply -> {
                                    if (name.equals(client)) {
                                        told.add(number + " " + simulation.now() + " " + reply);
                                    }
                                }));
                    }
                };
            });
        }
        components.startAll();
        new FaultInjector(simulation, List.of(new KernelFaultHandler(components, network)))
                .inject(FaultPlan.of(clauses));
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return told;
    }
}
