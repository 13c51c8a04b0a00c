package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A bug that can be put into a cluster.
 *
 * @param name on the command line, such as {@code no-slow-start}
 * @param mechanism what goes wrong, in one sentence
 * @param source where it occurred: a release of Kubernetes, or a common mistake in writing or configuring controllers
 * @param invariant name of the invariant that it breaks
 * @param requirement what the cluster must have, or the bug cannot show itself; empty for any cluster
 * @param change adds it to the parts of a cluster
 */
public record KnownBug(
        String name,
        String mechanism,
        String source,
        String invariant,
        Optional<Requirement> requirement,
        UnaryOperator<ClusterParts> change) {

    /**
     * A number of instances.
     *
     * @param setting that says how many there are, such as {@code kube-controller-manager.count}
     * @param least how many are needed
     */
    public record Requirement(String setting, int least) {

        /** Whether a cluster has enough of them. */
        public boolean isMetBy(ClusterSpec cluster) {
            return Integer.parseInt(cluster.settings().getOrDefault(setting, "1")) >= least;
        }

        @Override
        public String toString() {
            return setting + "=" + least + " or more";
        }
    }

    /** The parts with this bug. */
    public ClusterParts putInto(ClusterParts parts) {
        return change.apply(parts);
    }
}
