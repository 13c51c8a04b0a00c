package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.sim.OrderPolicy;
import java.util.List;

/**
 * Which parts a cluster is made of, as data that can be saved.
 *
 * @param order how simultaneous events are ordered, as {@link OrderPolicy#parse} reads it
 * @param bugs names of known bugs that are put back in
 */
public record PartsSpec(String order, List<String> bugs) {

    /** The model as it is, events in order. */
    public static final PartsSpec DEFAULT = new PartsSpec("fifo", List.of());

    /** Checks the names. */
    public PartsSpec {
        OrderPolicy.parse(order, 0);
        bugs = List.copyOf(bugs);
    }

    /** The same parts, with what the seed decides about the order written out. */
    public PartsSpec resolved(long seed) {
        return new PartsSpec(OrderPolicy.parse(order, seed).toString(), bugs);
    }

    /** The parts. */
    public ClusterParts parts() {
        ClusterParts parts = ClusterParts.DEFAULT.withOrder(order);
        for (String bug : bugs) {
            parts = KnownBugs.named(bug).putInto(parts);
        }
        return parts;
    }
}
