package dev.wavetank.cli.inspect;

import dev.wavetank.model.cluster.ClusterNetwork.Exchange;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.podnetwork.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A packet and its answer for programs; times are nanoseconds of virtual time. */
public final class PacketTree {

    private PacketTree() {}

    /**
     * The tree of a packet.
     *
     * @param from who sends
     * @param to what the user called the receiver
     * @param address of the receiver
     * @param bytes length of the packet
     * @param exchange what came of it
     */
    public static Map<String, Object> of(Place from, String to, String address, long bytes, Exchange exchange) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("from", from.pod().toString());
        tree.put("node", from.node());
        tree.put("fromAddress", from.address());
        tree.put("to", to);
        tree.put("address", address);
        tree.put("source", exchange.source());
        tree.put("bytes", bytes);
        tree.put("answered", exchange.succeeds());
        Path back = exchange.back();
        tree.put("time", exchange.there().nanos() + (back == null ? 0 : back.nanos()));
        tree.put("there", way(exchange.there()));
        tree.put("back", back == null ? null : way(back));
        return tree;
    }

    private static Map<String, @Nullable Object> way(Path path) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("arrives", path.arrives());
        tree.put("endsOn", path.node());
        tree.put("lost", path.loss().orElse(null));
        List<Object> hops = new ArrayList<>();
        for (Path.Hop hop : path.hops()) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("place", hop.place());
            step.put("what", hop.what());
            step.put("time", hop.nanos());
            hops.add(step);
        }
        tree.put("hops", hops);
        return tree;
    }
}
