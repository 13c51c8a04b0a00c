package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Policies;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallRule.Outcome;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

/** Whatever disturbs the network: nothing of a dead incarnation ever runs, and the living hear of everything once. */
class CrashProperties {

    private static final Address<Integer, Integer> CALLS = new Address<>("server", "calls");
    private static final Address<String, Integer> NUMBERS = new Address<>("server", "numbers");
    private static final Distribution LATENCY = new Distribution.Uniform(0, 100);
    private static final LinkSelector CONNECTIONS = new LinkSelector("client", "server");
    private static final int CALLS_OF_EACH_LIFE = 40;

    /** What each life of the client did and heard. */
    private static final class Life {
        private final Endpoint endpoint;
        private int replies;
        private int opened;
        private int closed;

        private Life(Endpoint endpoint) {
            this.endpoint = endpoint;
        }
    }

    private final List<Life> lives = new ArrayList<>();
    private int ranWhenDead;

    @BeforeTry
    void begin_with_nobody() {
        lives.clear();
        ranWhenDead = 0;
    }

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Policies.within(50);
    }

    @Provide
    Arbitrary<List<LinkLayer>> linkLayers() {
        return NetworkArbitraries.linkLayers().list().ofMaxSize(5);
    }

    @Provide
    Arbitrary<List<StreamLayer>> streamLayers() {
        return NetworkArbitraries.streamLayers().list().ofMaxSize(2);
    }

    @Property(tries = 500)
    void nothing_of_a_dead_incarnation_runs_and_the_living_hear_everything_once(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll("linkLayers") List<LinkLayer> linkLayers,
            @ForAll("streamLayers") List<StreamLayer> streamLayers,
            @ForAll @Size(max = 4) List<Outcome> outcomes,
            @ForAll @IntRange(max = 4) int crashes,
            @ForAll @IntRange(max = 4) int breaks) {
        NetworkWorld world = world(seed, order);
        RandomStream random = RandomStream.of(seed, "disturbances");
        Network network = world.network;
        linkLayers.forEach(layer -> during(world, random, () -> network.put(layer), () -> network.lift(layer)));
        streamLayers.forEach(layer -> during(world, random, () -> network.put(layer), () -> network.lift(layer)));
        for (Outcome outcome : outcomes) {
            CallRule rule = new CallRule(CallSelector.ANY, outcome, random.nextInt(5) + 1, random.nextInt(3) + 1);
            during(world, random, () -> network.put(rule), () -> network.lift(rule));
        }
        for (int i = 0; i < crashes; i++) {
            String name = random.pick(List.of("client", "server"));
            during(world, random, () -> world.components.crash(name), () -> world.components.restart(name));
            during(world, random, () -> world.components.pause("client"), () -> world.components.resume("client"));
        }
        for (int i = 0; i < breaks; i++) {
            int kind = random.nextInt(3);
            world.at(random.between(0, 1_500), () -> breakSomething(network, kind));
        }

        assertThat(world.run()).isEqualTo(StopReason.QUIESCENT);

        assertThat(ranWhenDead).isZero();
        Life last = lives.get(lives.size() - 1);
        assertThat(last.replies).isEqualTo(CALLS_OF_EACH_LIFE);
        assertThat(lives).allSatisfy(life -> {
            assertThat(life.replies).isLessThanOrEqualTo(CALLS_OF_EACH_LIFE);
            assertThat(life.opened - life.closed).isBetween(0, 1);
        });
    }

    private static void breakSomething(Network network, int kind) {
        if (kind == 0) {
            network.reset(CONNECTIONS);
        } else if (kind == 1) {
            network.halfOpen(CONNECTIONS);
        } else {
            network.breakStreams(CallSelector.ANY);
        }
    }

    private static void during(NetworkWorld world, RandomStream random, Runnable begin, Runnable end) {
        long length = random.between(1, 600);
        world.at(random.between(0, 1_500), () -> {
            begin.run();
            world.at(length, end);
        });
    }

    private NetworkWorld world(long seed, OrderPolicy order) {
        NetworkWorld world = new NetworkWorld(seed, order, LATENCY);
        world.add("server", this::serve);
        world.add("client", endpoint -> {
            Life life = new Life(endpoint);
            lives.add(life);
            openStream(life);
            for (int i = 0; i < CALLS_OF_EACH_LIFE; i++) {
                int number = i;
                endpoint.context()
                        .after(
                                20L * i,
                                () -> endpoint.call(CALLS, number, 300).whenDone(reply -> {
                                    check(endpoint);
                                    life.replies++;
                                }));
            }
        });
        return world;
    }

    private void serve(Endpoint endpoint) {
        endpoint.serve(CALLS, (caller, request, responder) -> {
            check(endpoint);
            endpoint.context().after(request, () -> responder.respond(request));
        });
        endpoint.serveStream(NUMBERS, (client, request, sender) -> {
            check(endpoint);
            sender.whenClosed(() -> check(endpoint));
            int[] next = {0};
            for (int i = 0; i < 50; i++) {
                endpoint.context().after(15L * i, () -> sender.send(next[0]++));
            }
        });
    }

    /** Opens a stream, and another one when it ends, up to ten in a life. */
    private void openStream(Life life) {
        life.opened++;
        life.endpoint.open(NUMBERS, "all", new StreamReceiver<>() {
            private int next;

            @Override
            public void receive(Integer message) {
                check(life.endpoint);
                assertThat(message).isEqualTo(next++);
            }

            @Override
            public void closed(Disconnect reason) {
                check(life.endpoint);
                life.closed++;
                if (life.opened < 10) {
                    life.endpoint.context().after(30, () -> openStream(life));
                }
            }
        });
    }

    private void check(Endpoint endpoint) {
        if (!endpoint.context().isAlive()) {
            ranWhenDead++;
        }
    }
}
