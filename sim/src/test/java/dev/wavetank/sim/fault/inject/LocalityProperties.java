package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Policies;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.random.Ratio;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * Leaving a clause out, or adding a component or a draw, changes nothing but what that touched: shrinking depends on
 * it.
 *
 * <p>What a policy decides about the order of events is not looked at: every event takes part in that. The windows are
 * so short that the calls of a client stay apart.
 */
class LocalityProperties {

    private static final Address<String, String> ECHO = new Address<>("server", "echo");
    private static final Ratio HALF = new Ratio(1, 2);

    private static final FaultClause LOSS_OF_RIGHT =
            FaultClause.at(0, 5_000, new LinkFault.Loss(new LinkSelector("right", "server"), HALF));
    private static final FaultClause JITTER_OF_RIGHT =
            FaultClause.at(0, 5_000, new LinkFault.Delay(new LinkSelector("right", "server"), 10, 50));
    private static final FaultClause NEVER = new FaultClause(
            new Trigger.After(new Anchor("left", "never", "*", 1), 0, 4_000), 1, new ComponentFault.Crash("server"));

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Policies.within(5);
    }

    @Property(tries = 100)
    void leaving_a_fault_out_changes_no_draw_that_has_nothing_to_do_with_it(
            @ForAll long seed, @ForAll("policies") OrderPolicy order) {
        Run both = new Run(seed, order).inject(LOSS_OF_RIGHT, JITTER_OF_RIGHT, NEVER);
        Run plain = new Run(seed, order);

        assertThat(plain.drawsWithout("right")).isNotEmpty();
        assertThat(both.drawsWithout("right")).isEqualTo(plain.drawsWithout("right"));
        assertThat(both.drawsWithout("left"))
                .isNotEqualTo(plain.drawsWithout("left"))
                .containsAllEntriesOf(new Run(seed, order).inject(LOSS_OF_RIGHT).lossesOfRight());
    }

    @Property(tries = 50)
    void first_in_first_out_the_other_client_sees_the_same_latencies(@ForAll long seed) {
        List<String> plain = new Run(seed, OrderPolicy.FIFO).tellings("left");

        assertThat(plain).hasSize(40);
        assertThat(new Run(seed, OrderPolicy.FIFO)
                        .inject(LOSS_OF_RIGHT, JITTER_OF_RIGHT)
                        .tellings("left"))
                .isEqualTo(plain);
    }

    @Property(tries = 50)
    void the_same_calls_are_lost_when_another_disturbance_of_the_link_is_left_out(
            @ForAll long seed, @ForAll("policies") OrderPolicy order) {
        List<Integer> both =
                new Run(seed, order).inject(LOSS_OF_RIGHT, JITTER_OF_RIGHT).lost("right");

        assertThat(both)
                .isNotEmpty()
                .isEqualTo(new Run(seed, order).inject(LOSS_OF_RIGHT).lost("right"));
    }

    @Property(tries = 50)
    void first_in_first_out_a_fault_that_never_opens_changes_nothing(@ForAll long seed) {
        for (String client : List.of("left", "right")) {
            assertThat(new Run(seed, OrderPolicy.FIFO)
                            .inject(NEVER, LOSS_OF_RIGHT)
                            .tellings(client))
                    .isEqualTo(new Run(seed, OrderPolicy.FIFO)
                            .inject(LOSS_OF_RIGHT)
                            .tellings(client));
        }
    }

    @Property(tries = 100)
    void another_component_leaves_the_draws_of_all_others_unchanged(
            @ForAll long seed, @ForAll("policies") OrderPolicy order) {
        Run more = new Run(seed, order).addClient("extra", 0);

        assertThat(more.drawsWithout("extra")).isEqualTo(new Run(seed, order).drawsWithout("extra"));
        assertThat(more.tellings("extra")).hasSize(40);
    }

    @Property(tries = 100)
    void draws_from_another_stream_of_a_component_leave_all_others_unchanged(
            @ForAll long seed, @ForAll("policies") OrderPolicy order, @ForAll @IntRange(min = 1, max = 20) int draws) {
        Run less = new Run(seed, order).addClient("third", 0);
        Run more = new Run(seed, order).addClient("third", draws);

        assertThat(more.drawsWithout("third/more")).isEqualTo(less.drawsWithout("third/more"));
        assertThat(more.drawsWithout("nothing")).containsKey("third/more");
        // One event draws, whatever it draws: even the order stays.
        assertThat(more.tellings("left")).isEqualTo(less.tellings("left"));
    }

    /** Clients that call a server forty times each. Runs when it is asked what happened. */
    private static final class Run {

        private final ChoiceLog log = ChoiceLog.recording();
        private final Simulation simulation;
        private final Components components;
        private final Network network;
        private final Map<String, List<String>> told = new TreeMap<>();
        private FaultClause[] clauses = {};
        private boolean over;

        private Run(long seed, OrderPolicy order) {
            simulation = new Simulation(new RandomStreams(seed, log), order, new Trace());
            components = new Components(simulation);
            network = new Network(simulation, new NetworkSettings(new Distribution.Uniform(1, 30), 1_000, 1_000, 100));
            components.add("server", context -> {
                Endpoint endpoint = network.connect(context);
                return () -> endpoint.serve(ECHO, (caller, request, responder) -> responder.respond(request));
            });
            addClient("left", 0);
            addClient("right", 0);
        }

        /** A client that rolls a die before each call, and draws so often from one more stream. */
        private Run addClient(String name, int moreDraws) {
            told.put(name, new ArrayList<>());
            components.add(name, context -> {
                Endpoint endpoint = network.connect(context);
                RandomStream more = context.random("more");
                RandomStream die = context.random("die");
                return () -> {
                    // The first one only when the faults are open, in whatever order.
                    for (int i = 1; i <= 40; i++) {
                        int number = i;
                        context.after(100L * i, () -> {
                            LongStream.range(0, moreDraws).forEach(draw -> more.nextInt(6));
                            call(context, endpoint, number, die.nextInt(6));
                        });
                    }
                };
            });
            return this;
        }

        private void call(Context context, Endpoint endpoint, int number, int die) {
            endpoint.call(ECHO, "", 400)
                    .whenDone(reply ->
                            told.get(context.name()).add(number + " " + simulation.now() + " " + die + " " + reply));
        }

        private Run inject(FaultClause... faults) {
            clauses = faults;
            return this;
        }

        private void finish() {
            if (!over) {
                over = true;
                components.startAll();
                new FaultInjector(simulation, List.of(new KernelFaultHandler(components, network)))
                        .inject(FaultPlan.of(clauses));
                simulation.run(RunLimits.UNTIL_QUIESCENT);
            }
        }

        /** What became of each call of a client, and when. */
        private List<String> tellings(String client) {
            finish();
            return told.get(client);
        }

        /** Which calls of a client were not answered. */
        private List<Integer> lost(String client) {
            return tellings(client).stream()
                    .filter(telling -> telling.contains("Lost"))
                    .map(telling -> Integer.valueOf(telling.split(" ")[0]))
                    .sorted()
                    .toList();
        }

        /** All draws by stream, but those from streams with such a name, and the kernel's about order. */
        private Map<String, List<Choice>> drawsWithout(String excluded) {
            finish();
            Map<String, List<Choice>> draws = new TreeMap<>();
            for (Choice choice : log.choices()) {
                if (!choice.stream().contains(excluded) && !choice.stream().startsWith(OrderPolicy.STREAM)) {
                    draws.computeIfAbsent(choice.stream(), missing -> new ArrayList<>())
                            .add(choice);
                }
            }
            return draws;
        }

        private Map<String, List<Choice>> lossesOfRight() {
            Map<String, List<Choice>> losses = new TreeMap<>(drawsWithout("left"));
            losses.keySet().removeIf(stream -> !stream.endsWith("/loss"));
            return losses;
        }
    }
}
