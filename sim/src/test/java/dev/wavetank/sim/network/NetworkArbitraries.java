package dev.wavetank.sim.network;

import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import dev.wavetank.sim.random.Ratio;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Disturbances between a client and a server that no stream has to break under. */
final class NetworkArbitraries {

    private NetworkArbitraries() {}

    /** A layer of any kind, over one or both directions. */
    static Arbitrary<LinkLayer> linkLayers() {
        Arbitrary<LinkSelector> links = Combinators.combine(
                        Arbitraries.of("client", "*"),
                        Arbitraries.of("server", "*"),
                        Arbitraries.of(LinkSelector.Direction.values()))
                .as(LinkSelector::new);
        Arbitrary<Long> spans = Arbitraries.longs().between(0, 300);
        return Arbitraries.oneOf(
                Combinators.combine(links, spans, spans).as(LinkLayer.Delay::new),
                Combinators.combine(links, ratios()).as(LinkLayer.Loss::new),
                links.map(LinkLayer.Partition::new),
                Combinators.combine(links, ratios()).as(LinkLayer.Duplication::new),
                Combinators.combine(links, spans).as(LinkLayer.Reordering::new));
    }

    /** A layer of any kind over the streams from the server to the client. */
    static Arbitrary<StreamLayer> streamLayers() {
        CallSelector streams = new CallSelector("client", "server", "*", "*");
        return Arbitraries.oneOf(
                Arbitraries.just(new StreamLayer.Stall(streams)),
                Arbitraries.longs().between(0, 300).map(delay -> new StreamLayer.Lag(streams, delay)));
    }

    private static Arbitrary<Ratio> ratios() {
        return Arbitraries.integers().between(0, 4).map(quarters -> new Ratio(quarters, 4));
    }
}
