package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import java.util.function.UnaryOperator;

/**
 * A bug that can be put into a cluster.
 *
 * @param name on the command line, such as {@code no-slow-start}
 * @param mechanism what goes wrong, in one sentence
 * @param source where it occurred: a release of Kubernetes, or a common mistake in writing or configuring controllers
 * @param invariant name of the invariant that it breaks
 * @param change adds it to the parts of a cluster
 */
public record KnownBug(
        String name, String mechanism, String source, String invariant, UnaryOperator<ClusterParts> change) {

    /** The parts with this bug. */
    public ClusterParts putInto(ClusterParts parts) {
        return change.apply(parts);
    }
}
