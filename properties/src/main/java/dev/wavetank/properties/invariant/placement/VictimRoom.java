package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.properties.invariant.NodeRequests;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/** On which nodes a pod that waits would have room without some of the pods there, where room decides alone. */
final class VictimRoom {

    /** {@code minCandidateNodesAbsolute}: so many candidates are looked at in any case. */
    private static final int CANDIDATES = 100;

    private final PlacedPods cluster;
    private final LongPredicate isNews;

    /** In that cluster, of which a scheduler may not know what is news. */
    VictimRoom(PlacedPods cluster, LongPredicate isNews) {
        this.cluster = cluster;
        this.isNews = isNews;
    }

    /** Whether nothing but room decides, and the scheduler must know everything. */
    boolean isKnown() {
        return cluster.nodes().size() <= CANDIDATES
                && cluster.nodes().stream()
                        .allMatch(node ->
                                cluster.seenAs(node.metadata().name(), isNews).size() == 1
                                        && !cluster.mayBeUnknown(node.metadata().name(), isNews))
                && !cluster.mayBeSeen(other -> isRuled(other.pod()) || other.isGone());
    }

    /** Whether the place of a pod depends on more than resources and its node. */
    static boolean isRuled(Pod pod) {
        return pod.spec().affinity() != null
                || !SpreadRule.of(pod).isEmpty()
                || !HostPorts.of(pod).isEmpty()
                || pod.spec().volumes().stream()
                        .anyMatch(volume ->
                                volume.containsKey("persistentVolumeClaim") || volume.containsKey("ephemeral"));
    }

    /** How many nodes have room for a pod beside those pods there that are kept. */
    long nodesFor(Pod waiting, Predicate<Pod> isKept) {
        return cluster.nodes().stream()
                .filter(node -> isMadeOn(node, waiting, isKept))
                .count();
    }

    private boolean isMadeOn(Node node, Pod waiting, Predicate<Pod> isKept) {
        if (NodeRules.against(waiting.spec(), node).isPresent() || node.status() == null) {
            return false;
        }
        NodeRequests left = new NodeRequests();
        for (PlacedPods.Known other : cluster.pods()) {
            Pod pod = other.pod();
            boolean isHere = node.metadata().name().equals(other.isBound() ? pod.nodeName() : nomination(pod));
            if (isHere && isNews.test(other.changedAt())) {
                return false;
            }
            if (isHere && !pod.uid().equals(waiting.uid()) && isKept.test(pod)) {
                left.put(NodeRequests.counted(pod));
            }
        }
        left.put(waiting);
        return node.status().allocatable().entrySet().stream()
                .allMatch(room -> left.of(room.getKey()).compareTo(Quantity.parse(room.getValue())) <= 0);
    }

    private static String nomination(Pod pod) {
        String node = pod.status() == null ? null : pod.status().nominatedNodeName();
        return node == null ? "" : node;
    }

    static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }
}
