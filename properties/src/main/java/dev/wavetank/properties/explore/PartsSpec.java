package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.sim.OrderPolicy;
import java.util.List;

/**
 * Which parts a cluster is made of, as data that can be saved.
 *
 * @param order {@code fifo} or {@code shuffle}
 * @param bugs names of known bugs that are put back in
 */
public record PartsSpec(String order, List<String> bugs) {

    /** The model as it is, events in order. */
    public static final PartsSpec DEFAULT = new PartsSpec("fifo", List.of());

    /** Window in which events compete under {@code shuffle}: about the latency of a message. */
    private static final long SHUFFLE_WINDOW = 100_000;

    /** Checks the names. */
    public PartsSpec {
        if (!order.equals("fifo") && !order.equals("shuffle")) {
            throw new IllegalArgumentException("there is no order '" + order + "': use fifo or shuffle");
        }
        bugs = List.copyOf(bugs);
    }

    /** The parts. */
    public ClusterParts parts() {
        ClusterParts parts = ClusterParts.DEFAULT;
        if (order.equals("shuffle")) {
            parts = parts.withOrder(new OrderPolicy.Shuffle(SHUFFLE_WINDOW));
        }
        for (String bug : bugs) {
            parts = KnownBugs.named(bug).putInto(parts);
        }
        return parts;
    }
}
