package dev.wavetank.model.scheduler.framework;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and their pods as one scheduling cycle sees them: bound pods, and those that the scheduler has assumed.
 *
 * <p>Nothing changes while a cycle runs, because a cycle is one event. Nobody changes what a snapshot returns.
 */
public interface Snapshot {

    /**
     * All nodes: one of each zone in turn, zones in the order in which their first nodes were seen ({@code nodeTree}).
     */
    List<NodeInfo> nodes();

    /** The node of that name, or null. */
    @Nullable
    NodeInfo node(String name);

    /**
     * Nodes with pods that have required or preferred pod affinity or anti-affinity, in the order of {@link
     * #nodes}.
     */
    Collection<NodeInfo> nodesWithAffinity();

    /** Nodes with pods that have required pod anti-affinity, in the order of {@link #nodes}. */
    Collection<NodeInfo> nodesWithRequiredAntiAffinity();

    /** Grows with every change of a node or of its pods; 0 when that is not counted. */
    default long generation() {
        return 0;
    }

    /**
     * The nodes that have changed, or whose pods have, since {@link #generation} was that; so that sums over all
     * nodes can be kept up to date from one cycle to the next without a look at every node.
     *
     * @return null when that is not known, or when a node came or went: then every node is to be looked at
     */
    default @Nullable Collection<NodeInfo> changedSince(long generation) {
        return null;
    }

    /**
     * The pods of a namespace that have a label and are not being deleted, in groups of equal labels; so that those of
     * a small workload can be counted without a look at nodes where none of them is.
     *
     * @return null when that is not known
     */
    default @Nullable Collection<PodGroup> podsWith(String namespace, String key, String value) {
        return null;
    }
}
