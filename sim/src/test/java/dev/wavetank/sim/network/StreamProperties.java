package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Policies;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;

/** A stream keeps its order and loses nothing but its tail, under every policy and whatever the network does. */
class StreamProperties {

    private static final Address<String, Integer> NUMBERS = new Address<>("server", "numbers");
    private static final Distribution LATENCY = new Distribution.Uniform(0, 100);

    private final List<Integer> received = new ArrayList<>();
    private final List<Disconnect> ends = new ArrayList<>();
    private int serverLost;

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Policies.within(50);
    }

    @BeforeTry
    void begin_with_nothing_received() {
        received.clear();
        ends.clear();
        serverLost = 0;
    }

    @Property(tries = 300)
    void everything_arrives_in_order_before_the_end(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll @IntRange(min = 1, max = 40) int messages,
            @ForAll @IntRange(max = 3) int shortPartitions) {
        NetworkWorld world = world(seed, order, messages, true);
        disturb(world, seed, shortPartitions, 400);

        assertThat(world.run()).isEqualTo(StopReason.QUIESCENT);

        assertThat(received)
                .containsExactlyElementsOf(IntStream.range(0, messages).boxed().toList());
        assertThat(ends).containsExactly(Disconnect.CLOSED);
        assertThat(serverLost).isZero();
    }

    @Property(tries = 300)
    void a_stream_that_breaks_lost_its_tail_only_and_both_ends_learn_it(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll @IntRange(min = 1, max = 40) int messages,
            @ForAll @IntRange(min = 1, max = 3) int partitions) {
        NetworkWorld world = world(seed, order, messages, false);
        disturb(world, seed, partitions, 3_000);

        assertThat(world.run()).isEqualTo(StopReason.QUIESCENT);

        assertThat(received)
                .containsExactlyElementsOf(
                        IntStream.range(0, received.size()).boxed().toList());
        if (ends.isEmpty()) {
            assertThat(received).hasSize(messages);
            assertThat(serverLost).isZero();
        } else {
            assertThat(ends).containsExactly(Disconnect.TIMED_OUT);
            assertThat(serverLost).isEqualTo(1);
        }
    }

    @Property(tries = 100)
    void a_crash_of_the_server_is_learned_once_and_after_what_was_in_flight(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll @IntRange(min = 1, max = 40) int messages) {
        NetworkWorld world = world(seed, order, messages, false);
        // The last message has been sent by then, also if every one of them fires late.
        world.at(1_000 + 60L * messages, () -> world.components.crash("server"));

        world.run();

        assertThat(received)
                .containsExactlyElementsOf(IntStream.range(0, messages).boxed().toList());
        assertThat(ends).containsExactly(Disconnect.RESET);
    }

    /** A client with a stream from a server that sends a number every 10 ns from instant 1000 on. */
    private NetworkWorld world(long seed, OrderPolicy order, int messages, boolean close) {
        NetworkWorld world = new NetworkWorld(seed, order, LATENCY);
        world.add(
                "server",
                endpoint -> endpoint.serveStream(NUMBERS, (client, request, sender) -> {
                    sender.whenClosed(() -> serverLost++);
                    sendFrom(endpoint, sender, 0, messages, close);
                }));
        world.add(
                "client",
                endpoint -> endpoint.open(NUMBERS, "all", new StreamReceiver<>() {
                    @Override
                    public void receive(Integer message) {
                        received.add(message);
                    }

                    @Override
                    public void closed(Disconnect reason) {
                        ends.add(reason);
                    }
                }));
        return world;
    }

    private static void sendFrom(Endpoint server, StreamSender<Integer> sender, int next, int end, boolean close) {
        long delay = next == 0 ? 1_000 - server.context().now() : 10;
        server.context().after(delay, () -> {
            sender.send(next);
            if (next + 1 < end) {
                sendFrom(server, sender, next + 1, end, close);
            } else if (close) {
                sender.close();
            }
        });
    }

    /** Partitions that do not overlap, beginning once the stream stands. */
    private static void disturb(NetworkWorld world, long seed, int partitions, long longest) {
        RandomStream random = RandomStream.of(seed, "partitions");
        long from = 900;
        for (int i = 0; i < partitions; i++) {
            from += random.between(1, 300);
            long to = from + random.between(1, longest);
            world.partition(from, to);
            from = to + 60;
        }
    }
}
