package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.Operation;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * The latencies of a client belong to its own requests, by number: the requests of another client in the same
 * component shift none of them. So two runs that differ in one client can be compared request by request.
 */
class CallerLaneProperties {

    private static final Address<Ask, String> ECHO = new Address<>("server", "echo");
    private static final Address<Ask, String> NEWS = new Address<>("server", "news");
    private static final LinkSelector LINKS = new LinkSelector("manager", "server");

    private static final List<LinkLayer> DISTURBANCES = List.of(
            new LinkLayer.Delay(LINKS, 5, 40),
            new LinkLayer.Loss(LINKS, new Ratio(1, 4)),
            new LinkLayer.Duplication(LINKS, new Ratio(1, 4)));

    private record Ask(String actor, String subject, int number) implements Operation {
        @Override
        public String verb() {
            return "ask";
        }
    }

    /** Asks, and watches, with two clients in one component. */
    private static final class Run {

        private final NetworkWorld world;
        private final Map<String, List<String>> seen = new TreeMap<>();

        /** @param extra how many requests the client {@code a} sends besides its first, each at its own instant */
        private Run(long seed, List<LinkLayer> layers, List<Integer> extra) {
            world = new NetworkWorld(seed, OrderPolicy.FIFO, new Distribution.Uniform(1, 400));
            layers.forEach(world.network::put);
            world.add("server", server -> {
                server.serve(ECHO, (caller, request, responder) -> {
                    see(request.actor(), "arrived " + request.number());
                    responder.respond("");
                });
                server.serveStream(NEWS, (caller, request, sender) -> {
                    for (int i = 0; i < 10 + (request.actor().equals("a") ? extra.size() : 0); i++) {
                        int number = i;
                        world.at(20L * i, () -> sender.send("news " + number));
                    }
                });
            });
            world.add("manager", manager -> {
                for (String actor : List.of("a", "b")) {
                    manager.open(NEWS, new Ask(actor, actor + "s", 0), receiver(actor));
                }
                extra.forEach(time -> world.at(time, () -> ask(manager, "a", time)));
                for (int i = 0; i < 20; i++) {
                    int number = i;
                    world.at(50L * i, () -> ask(manager, "b", number));
                }
            });
            world.run();
        }

        private void ask(Endpoint endpoint, String actor, int number) {
            endpoint.call(ECHO, new Ask(actor, "", number), 1_000)
                    .whenDone(reply -> see(actor, "answered " + number + " " + reply));
        }

        private StreamReceiver<String> receiver(String actor) {
            return new StreamReceiver<>() {
                @Override
                public void receive(String message) {
                    see(actor, message);
                }

                @Override
                public void closed(Disconnect reason) {
                    see(actor, "closed " + reason);
                }
            };
        }

        private void see(String actor, String what) {
            seen.computeIfAbsent(actor, missing -> new ArrayList<>()).add(world.simulation.now() + " " + what);
        }

        private List<String> of(String actor) {
            return seen.getOrDefault(actor, List.of());
        }
    }

    @Property(tries = 50)
    void more_requests_of_one_client_leave_every_latency_of_the_other(
            @ForAll long seed, @ForAll @Size(min = 1, max = 10) List<@IntRange(max = 1_000) Integer> extra) {
        Run less = new Run(seed, List.of(), List.of());
        Run more = new Run(seed, List.of(), extra);

        assertThat(less.of("b")).hasSize(50);
        assertThat(more.of("b")).isEqualTo(less.of("b"));
        assertThat(more.of("a")).hasSizeGreaterThan(less.of("a").size());
    }

    @Property(tries = 50)
    void nor_does_it_shift_which_of_them_are_late_lost_or_doubled(
            @ForAll long seed, @ForAll @Size(min = 1, max = 10) List<@IntRange(max = 1_000) Integer> extra) {
        Run less = new Run(seed, DISTURBANCES, List.of());
        Run more = new Run(seed, DISTURBANCES, extra);

        assertThat(less.of("b")).anyMatch(seen -> seen.contains("Lost"));
        assertThat(more.of("b")).isEqualTo(less.of("b"));
    }

    @Property(tries = 50)
    void an_answer_that_comes_late_keeps_the_latency_of_its_request(@ForAll long seed) {
        assertThat(answerLatencies(seed, 0)).isEqualTo(answerLatencies(seed, 900));
    }

    /** Of five requests, each answered at once but the third; by number of the request. */
    private static Map<Integer, Long> answerLatencies(long seed, long pause) {
        NetworkWorld world = new NetworkWorld(seed, OrderPolicy.FIFO, new Distribution.Uniform(1, 400));
        Map<Integer, Long> sent = new TreeMap<>();
        Map<Integer, Long> latencies = new TreeMap<>();
        world.add(
                "server",
                server -> server.serve(ECHO, (caller, request, responder) -> {
                    long wait = request.number() == 3 ? pause : 0;
                    world.at(wait, () -> {
                        sent.put(request.number(), world.simulation.now());
                        responder.respond("");
                    });
                }));
        world.add("manager", manager -> {
            for (int i = 1; i <= 5; i++) {
                int number = i;
                manager.call(ECHO, new Ask("a", "", i), 10_000)
                        .whenDone(reply -> latencies.put(number, world.simulation.now() - sent.get(number)));
            }
        });
        world.run();
        assertThat(latencies).hasSize(5);
        return latencies;
    }
}
