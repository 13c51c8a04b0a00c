package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Policies;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.StreamLayer;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * A stream that is never given up keeps its order and loses nothing, whatever lies over it and its link; and what is
 * received is the effect of its own sending.
 */
class DisturbedStreamProperties {

    private static final Address<String, Integer> NUMBERS = new Address<>("server", "numbers");
    /** So long that nothing is ever given up. */
    private static final long NEVER = 1_000_000_000_000L;

    private static final NetworkSettings SETTINGS =
            new NetworkSettings(new Distribution.Uniform(0, 100), NEVER, NEVER, 100);

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Policies.within(50);
    }

    @Provide
    Arbitrary<List<LinkLayer>> linkLayers() {
        return NetworkArbitraries.linkLayers().list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<StreamLayer>> streamLayers() {
        return NetworkArbitraries.streamLayers().list().ofMaxSize(3);
    }

    @Property(tries = 500)
    void everything_arrives_in_order_before_the_end(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll @IntRange(min = 1, max = 40) int messages,
            @ForAll("linkLayers") List<LinkLayer> linkLayers,
            @ForAll("streamLayers") List<StreamLayer> streamLayers) {
        Run run = new Run(seed, order, messages);
        RandomStream times = RandomStream.of(seed, "times");
        linkLayers.forEach(layer ->
                lay(run.world, times, () -> run.world.network.put(layer), () -> run.world.network.lift(layer)));
        streamLayers.forEach(layer ->
                lay(run.world, times, () -> run.world.network.put(layer), () -> run.world.network.lift(layer)));

        assertThat(run.world.run()).isEqualTo(StopReason.QUIESCENT);

        assertThat(run.received)
                .containsExactlyElementsOf(IntStream.range(0, messages).boxed().toList());
        assertThat(run.ends).containsExactly(Disconnect.CLOSED);
        assertThat(run.world.story).isEmpty();
        assertThat(run.causesOfReceipts())
                .containsExactlyElementsOf(
                        IntStream.range(0, messages).mapToObj(Sent::new).toList());
    }

    @Property(tries = 100)
    void a_run_with_layers_lifted_before_anything_is_sent_is_the_same_as_one_without(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy order,
            @ForAll("linkLayers") List<LinkLayer> linkLayers,
            @ForAll("streamLayers") List<StreamLayer> streamLayers) {
        Run plain = new Run(seed, order, 20);
        Run layered = new Run(seed, order, 20);
        CallRule rule = new CallRule(CallSelector.ANY, CallRule.Outcome.REFUSED, 1, 100);
        linkLayers.forEach(layered.world.network::put);
        streamLayers.forEach(layered.world.network::put);
        layered.world.network.put(rule);
        linkLayers.forEach(layered.world.network::lift);
        streamLayers.forEach(layered.world.network::lift);
        layered.world.network.lift(rule);

        plain.world.run();
        layered.world.run();

        assertThat(plain.received).hasSize(20);
        assertThat(layered.world.simulation.trace().fingerprint().hex())
                .isEqualTo(plain.world.simulation.trace().fingerprint().hex());
        assertThat(layered.world.simulation.firedEvents()).isEqualTo(plain.world.simulation.firedEvents());
    }

    /** Once the stream stands, something comes and goes. */
    private static void lay(NetworkWorld world, RandomStream times, Runnable put, Runnable lift) {
        long length = times.between(1, 600);
        world.at(times.between(400, 1_200), () -> {
            put.run();
            // Scheduled only now, so that no shuffle can lift it before it lies.
            world.at(length, lift);
        });
    }

    /** A client with a stream from a server that sends a number every 10 ns from instant 500 on, and then closes. */
    private static final class Run {

        private final NetworkWorld world;
        private final MemorySink trace = new MemorySink();
        private final List<Integer> received = new ArrayList<>();
        private final List<Disconnect> ends = new ArrayList<>();

        private Run(long seed, OrderPolicy order, int messages) {
            world = new NetworkWorld(seed, order, SETTINGS);
            world.simulation.trace().addSink(trace);
            world.add(
                    "server",
                    endpoint -> endpoint.serveStream(NUMBERS, (client, request, sender) -> {
                        sender.whenClosed(() -> world.tell("the server lost the stream"));
                        sendFrom(endpoint, sender, 0, messages);
                    }));
            world.add(
                    "client",
                    endpoint -> endpoint.open(NUMBERS, "all", new StreamReceiver<>() {
                        @Override
                        public void receive(Integer message) {
                            endpoint.context().trace(new Received(message));
                            received.add(message);
                        }

                        @Override
                        public void closed(Disconnect reason) {
                            ends.add(reason);
                        }
                    }));
        }

        /** For each message that was received, the record that led to it. */
        private List<TraceRecord> causesOfReceipts() {
            return trace.entries().stream()
                    .filter(entry -> entry.record() instanceof Received)
                    .map(entry -> trace.entries().get((int) entry.cause() - 1).record())
                    .toList();
        }

        private static void sendFrom(Endpoint server, StreamSender<Integer> sender, int next, int end) {
            server.context().after(next == 0 ? 500 - server.context().now() : 10, () -> {
                server.context().trace(new Sent(next));
                sender.send(next);
                if (next + 1 < end) {
                    sendFrom(server, sender, next + 1, end);
                } else {
                    sender.close();
                }
            });
        }
    }

    private record Sent(int number) implements TraceRecord {
        @Override
        public String type() {
            return "sent";
        }

        @Override
        public void describe(Fields out) {
            out.number("number", number);
        }
    }

    private record Received(int number) implements TraceRecord {
        @Override
        public String type() {
            return "received";
        }

        @Override
        public void describe(Fields out) {
            out.number("number", number);
        }
    }
}
