package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.VersionRange;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A bug that storms find in a cluster.
 *
 * @param name on the command line, such as {@code no-slow-start}
 * @param row a shorter name: the kind of component and a number, such as {@code RS-5}; empty for a mistake that has
 *     none
 * @param mechanism what goes wrong, in one sentence
 * @param about what leads to it, and what mended it
 * @param source where it occurred: issues of Kubernetes, or a common mistake in writing or configuring controllers
 * @param versions of Kubernetes that had it, in words
 * @param mended the version since which the very same storm finds nothing; empty when it is not mended, or put in
 * @param invariant name of the invariant that it breaks
 * @param requirements what the cluster must have, or the bug cannot show itself; empty for any cluster
 * @param storm in which random seeds find it
 * @param change adds it to the parts of a cluster; nothing when the model of those versions has it
 */
public record KnownBug(
        String name,
        Optional<String> row,
        String mechanism,
        String about,
        String source,
        String versions,
        Optional<KubernetesVersion> mended,
        String invariant,
        List<Requirement> requirements,
        Storm storm,
        Optional<UnaryOperator<ClusterParts>> change) {

    /** Keeps a copy. */
    public KnownBug {
        requirements = List.copyOf(requirements);
    }

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

    /** Whether the model itself has it in some versions, as Kubernetes does; otherwise a part is put in. */
    public boolean isOfKubernetes() {
        return change.isEmpty();
    }

    /** The version that has mended it, when a cluster of this version cannot show it any more. */
    public Optional<KubernetesVersion> mendedBefore(KubernetesVersion version) {
        return mended.filter(since -> new VersionRange(since, null).includes(version));
    }

    /** The parts with this bug. */
    public ClusterParts putInto(ClusterParts parts) {
        return change.map(put -> put.apply(parts)).orElse(parts);
    }

    /** Whether somebody means this bug: by its name, its row, or the number of one of its issues. */
    boolean isCalled(String text) {
        return name.equals(text)
                || row.filter(text::equalsIgnoreCase).isPresent()
                || List.of(source.split(", ")).contains(text);
    }
}
