package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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

    /** Whether {@link #nodesWithAffinity} has any. */
    default boolean hasPodsWithAffinity() {
        return !nodesWithAffinity().isEmpty();
    }

    /** Whether {@link #nodesWithRequiredAntiAffinity} has any. */
    default boolean hasPodsWithRequiredAntiAffinity() {
        return !nodesWithRequiredAntiAffinity().isEmpty();
    }

    /**
     * All nodes that have pods in one of the namespaces which the selector matches, and maybe others, in no particular
     * order.
     *
     * @return null when that is not known: every node can have some
     */
    default @Nullable Collection<NodeInfo> nodesWithPods(Collection<String> namespaces, LabelSelector selector) {
        return null;
    }

    /**
     * The pods of a node that are in one of the namespaces and which the selector matches, and maybe others of that
     * node; each once, in no particular order.
     */
    default List<PodInfo> podsOn(NodeInfo node, Collection<String> namespaces, LabelSelector selector) {
        return node.pods();
    }

    /**
     * All nodes that have pods whose required anti-affinity means pods with these labels, and maybe others, in no
     * particular order.
     *
     * @return null when that is not known
     */
    default @Nullable Collection<NodeInfo> nodesThatAvoid(Map<String, String> labels) {
        return null;
    }

    /**
     * The terms of required anti-affinity of a node's pods that mean pods with these labels, and maybe others of them;
     * each as often as a pod has it, in no particular order.
     */
    default List<AffinityTerm> avoidingTermsOn(NodeInfo node, Map<String, String> labels) {
        List<AffinityTerm> terms = new ArrayList<>();
        node.podsWithRequiredAntiAffinity().forEach(pod -> terms.addAll(pod.requiredAntiAffinity()));
        return terms;
    }

    /**
     * As {@link #nodesThatAvoid}, for terms that give points: of required affinity, and all preferred ones.
     *
     * @return null when that is not known
     */
    default @Nullable Collection<NodeInfo> nodesThatScore(Map<String, String> labels) {
        return null;
    }

    /** The values of a node label as numbers: one object for each label, which the snapshot keeps up to date. */
    NodeDomains domains(String topologyKey);

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
}
