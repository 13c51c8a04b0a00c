package dev.wavetank.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The invariants by which what lies over a link composes. */
class LayerProperties {

    private static final Distribution LATENCY = new Distribution.Uniform(10, 1_000);
    private static final LinkSelector LINK = new LinkSelector("client", "server");
    private static final Ratio ALWAYS = new Ratio(1, 1);

    @Provide
    Arbitrary<LinkLayer> layers() {
        return NetworkArbitraries.linkLayers();
    }

    @Provide
    Arbitrary<List<LinkLayer>> someLayers() {
        return NetworkArbitraries.linkLayers().list().ofMaxSize(6);
    }

    @Property(tries = 300)
    void a_partition_is_never_undone_by_other_layers(
            @ForAll long seed,
            @ForAll("someLayers") List<LinkLayer> before,
            @ForAll("someLayers") List<LinkLayer> after) {
        Network network = network(seed);
        Link link = network.link("client", "server");
        before.forEach(network::put);
        network.put(new LinkLayer.Partition(LINK));
        after.forEach(network::put);
        before.forEach(network::lift);
        assertThat(link.requests("client").transit()).isEqualTo(Link.DROPPED);
        after.forEach(network::lift);

        assertThat(link.isBlocked()).isTrue();
        assertThat(link.requests("client").transit()).isEqualTo(Link.DROPPED);
    }

    @Property(tries = 300)
    void layers_put_and_lifted_in_any_order_leave_the_link_as_it_was(
            @ForAll long seed, @ForAll("someLayers") List<LinkLayer> layers, @ForAll boolean linkIsInUse) {
        Network network = network(seed);
        if (linkIsInUse) {
            network.link("client", "server");
        }
        RandomStream random = RandomStream.of(seed, "order of lifting");
        List<LinkLayer> lying = new ArrayList<>();
        for (LinkLayer layer : layers) {
            network.put(layer);
            lying.add(layer);
            if (random.nextInt(2) == 0) {
                network.lift(lying.remove(random.nextInt(lying.size())));
            }
        }
        while (!lying.isEmpty()) {
            network.lift(lying.remove(random.nextInt(lying.size())));
        }

        assertThat(transits(network.link("client", "server").requests("client"), 10))
                .containsExactlyElementsOf(
                        transits(network(seed).link("client", "server").requests("client"), 10));
        assertThat(network.link("client", "server").requests("client").duplicates())
                .isZero();
    }

    @Property(tries = 300)
    void what_is_sent_under_layers_uses_up_the_latencies_that_it_would_have_used_up_without(
            @ForAll long seed, @ForAll("someLayers") List<LinkLayer> layers, @ForAll @IntRange(max = 20) int messages) {
        List<LinkLayer> passable = layers.stream()
                .filter(layer -> !(layer instanceof LinkLayer.Partition))
                .toList();
        Network disturbed = network(seed);
        Lane lane = disturbed.link("client", "server").requests("client");
        passable.forEach(disturbed::put);
        for (int i = 0; i < messages; i++) {
            lane.transit();
            for (int duplicates = lane.duplicates(); duplicates > 0; duplicates--) {
                lane.transit(lane.latencyOfDuplicate(), true);
            }
        }
        passable.forEach(disturbed::lift);
        lane.transit(lane.latencyOfDuplicate(), true);

        Lane undisturbed = network(seed).link("client", "server").requests("client");
        transits(undisturbed, messages);
        assertThat(transits(lane, 10)).containsExactlyElementsOf(transits(undisturbed, 10));
    }

    @Property(tries = 200)
    void a_loss_wins_over_whatever_else_lies_there(
            @ForAll long seed, @ForAll("someLayers") List<LinkLayer> others, @ForAll @IntRange(max = 6) int position) {
        List<LinkLayer> layers = new ArrayList<>(others);
        layers.add(Math.min(position, others.size()), new LinkLayer.Loss(LINK, ALWAYS));
        Network network = network(seed);
        layers.forEach(network::put);

        assertThat(transits(network.link("client", "server").requests("client"), 5))
                .containsOnly(Link.DROPPED);
    }

    @Property(tries = 200)
    void delays_add_up_and_jitters_stay_in_their_bounds(
            @ForAll long seed,
            @ForAll @Size(max = 6) List<@LongRange(min = 0, max = 1_000) Long> delays,
            @ForAll @Size(max = 4) List<@LongRange(min = 0, max = 1_000) Long> jitters) {
        Network network = network(seed);
        delays.forEach(delay -> network.put(LinkLayer.delay(LINK, delay)));
        jitters.forEach(jitter -> network.put(new LinkLayer.Delay(LINK, 0, jitter)));
        jitters.forEach(spread -> network.put(new LinkLayer.Reordering(LINK, spread)));
        long least = sum(delays);
        long most = least + 2 * sum(jitters);

        List<Long> undisturbed = transits(network(seed).link("client", "server").requests("client"), 10);
        List<Long> disturbed = transits(network.link("client", "server").requests("client"), 10);
        for (int i = 0; i < 10; i++) {
            assertThat(disturbed.get(i) - undisturbed.get(i)).isBetween(least, most);
        }
    }

    @Property(tries = 200)
    void a_layer_over_one_link_changes_nothing_on_another(@ForAll long seed, @ForAll("layers") LinkLayer layer) {
        Network disturbed = network(seed);
        Network undisturbed = network(seed);
        disturbed.put(onOneLink(layer));
        transits(disturbed.link("client", "server").requests("client"), 7);

        for (String[] ends : new String[][] {{"server", "client"}, {"client", "other"}, {"other", "server"}}) {
            assertThat(transits(disturbed.link(ends[0], ends[1]).requests("client"), 10))
                    .containsExactlyElementsOf(
                            transits(undisturbed.link(ends[0], ends[1]).requests("client"), 10));
        }
    }

    @Property(tries = 100)
    void a_duplicated_call_leaves_the_latencies_of_later_calls_unchanged(@ForAll long seed) {
        String plain = storyOfTwoCalls(seed, Ratio.NEVER);
        String duplicated = storyOfTwoCalls(seed, ALWAYS);

        assertThat(duplicated).isEqualTo(plain);
    }

    /** When the second of two calls was answered, the first of which was duplicated with this probability. */
    private static String storyOfTwoCalls(long seed, Ratio ratio) {
        Address<String, String> echo = new Address<>("server", "echo");
        NetworkWorld world = new NetworkWorld(seed, OrderPolicy.FIFO, LATENCY);
        world.add("server", endpoint -> endpoint.serve(echo, (caller, request, responder) -> responder.respond("")));
        world.add("client", endpoint -> {
            endpoint.call(echo, "first", 5_000);
            endpoint.context()
                    .after(
                            10_000,
                            () -> endpoint.call(echo, "second", 5_000)
                                    .whenDone(reply -> world.tell("second: " + reply)));
        });
        LinkLayer duplication = new LinkLayer.Duplication(LINK, ratio);
        world.network.put(duplication);
        world.at(5_000, () -> world.network.lift(duplication));
        world.run();
        return String.join("", world.story);
    }

    private static LinkLayer onOneLink(LinkLayer layer) {
        LinkSelector links = new LinkSelector("client", "server", LinkSelector.Direction.FORWARD);
        if (layer instanceof LinkLayer.Delay delay) {
            return new LinkLayer.Delay(links, delay.delay(), delay.jitter());
        }
        if (layer instanceof LinkLayer.Loss loss) {
            return new LinkLayer.Loss(links, loss.ratio());
        }
        if (layer instanceof LinkLayer.Partition) {
            return new LinkLayer.Partition(links);
        }
        if (layer instanceof LinkLayer.Duplication duplication) {
            return new LinkLayer.Duplication(links, duplication.ratio());
        }
        return new LinkLayer.Reordering(links, ((LinkLayer.Reordering) layer).spread());
    }

    private static Network network(long seed) {
        return new NetworkWorld(seed, OrderPolicy.FIFO, LATENCY).network;
    }

    private static List<Long> transits(Lane lane, int messages) {
        return LongStream.generate(lane::transit).limit(messages).boxed().toList();
    }

    private static long sum(List<Long> spans) {
        return spans.stream().mapToLong(Long::longValue).sum();
    }
}
