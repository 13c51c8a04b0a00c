package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many pods are in each domain and on each node. */
final class SpreadCounts {

    private static final RequiredNodeAffinity ANY = new RequiredNodeAffinity(Collections.emptyMap(), null);

    private final SumsCache<Key> cache = new SumsCache<>();

    /**
     * All that the counts depend on but the nodes. {@code neededKeys} is empty for counts of single nodes; namespace
     * and selectors are empty for the domains themselves.
     */
    private record Key(
            String namespace,
            String topologyKey,
            List<LabelSelector> selectors,
            List<String> neededKeys,
            RequiredNodeAffinity required,
            boolean honorsTaints,
            List<PodSpec.Toleration> tolerations) {

        Key forPods(String inNamespace, List<LabelSelector> selected) {
            return new Key(inNamespace, topologyKey, selected, neededKeys, required, honorsTaints, tolerations);
        }
    }

    /** The labels that all of the constraints are about. */
    static List<String> keys(List<Constraint> constraints) {
        List<String> keys = new ArrayList<>(constraints.size());
        constraints.forEach(constraint -> keys.add(constraint.topologyKey()));
        return keys;
    }

    /** Whether a node has all the labels. */
    static boolean hasAll(Node node, List<String> keys) {
        Map<String, String> labels = node.metadata().labels();
        for (int i = 0; i < keys.size(); i++) {
            if (!labels.containsKey(keys.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The counts by domain, of nodes that count and have all the labels. */
    TopologySums byDomain(
            Constraint constraint, Pod pod, RequiredNodeAffinity required, List<String> neededKeys, Snapshot snapshot) {
        String namespace = pod.metadata().namespace();
        List<PodSpec.Toleration> tolerations = pod.spec().tolerations();
        String label = constraint.topologyKey();
        Key domain = new Key(
                "",
                label,
                List.of(),
                neededKeys,
                constraint.honorsAffinity() ? required : ANY,
                constraint.honorsTaints(),
                constraint.honorsTaints() ? tolerations : List.of());
        TopologySums domains = cache.get(domain, snapshot, (node, unused, sink) -> {
            if (includes(constraint, required, tolerations, neededKeys, node)) {
                sink.add(label, valueOf(node, label), 0);
            }
        });
        TopologySums pods = cache.get(
                domain.forPods(namespace, constraint.selectors()),
                snapshot,
                all -> candidates(constraint, namespace, all),
                (node, all, sink) -> {
                    long count = count(constraint, node, namespace, all);
                    if (count > 0 && includes(constraint, required, tolerations, neededKeys, node)) {
                        sink.add(label, valueOf(node, label), count);
                    }
                });
        pods.setDomains(domains);
        return pods;
    }

    private static String valueOf(NodeInfo node, String label) {
        return node.node().metadata().labels().getOrDefault(label, "");
    }

    private static boolean includes(
            Constraint constraint,
            RequiredNodeAffinity required,
            List<PodSpec.Toleration> tolerations,
            List<String> neededKeys,
            NodeInfo node) {
        return hasAll(node.node(), neededKeys)
                && constraint.includes(node.node(), node.repellingTaints(), required, tolerations);
    }

    /** Only pods that match all selectors count, so that those of any one will do. */
    private static @Nullable Collection<NodeInfo> candidates(
            Constraint constraint, String namespace, Snapshot snapshot) {
        for (LabelSelector selector : constraint.selectors()) {
            Collection<NodeInfo> nodes = snapshot.nodesWithPods(List.of(namespace), selector);
            if (nodes != null) {
                return nodes;
            }
        }
        return constraint.selectors().isEmpty() ? List.of() : null;
    }

    /** How many pods of a namespace count on a node; those that are being deleted do not. */
    private static long count(Constraint constraint, NodeInfo node, String namespace, Snapshot snapshot) {
        if (constraint.selectors().isEmpty()) {
            return 0;
        }
        List<PodInfo> pods =
                snapshot.podsOn(node, List.of(namespace), constraint.selectors().get(0));
        long count = 0;
        for (int i = 0; i < pods.size(); i++) {
            if (constraint.isCounted(pods.get(i).pod(), namespace)) {
                count++;
            }
        }
        return count;
    }

    /** The counts by the name of the node, of all nodes. */
    TopologySums byNode(Constraint constraint, Pod pod, Snapshot snapshot) {
        String namespace = pod.metadata().namespace();
        Key key = new Key(namespace, "", constraint.selectors(), List.of(), ANY, false, List.of());
        return cache.get(
                key,
                snapshot,
                all -> candidates(constraint, namespace, all),
                (node, all, sink) -> addCount(count(constraint, node, namespace, all), node, sink));
    }

    private static void addCount(long count, NodeInfo node, TopologySums.Sink sink) {
        if (count > 0) {
            sink.add(NodeDomains.NAME, node.name(), count);
        }
    }
}
