package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** How many pods are in each domain and on each node. */
final class SpreadCounts {

    private static final RequiredNodeAffinity ANY = new RequiredNodeAffinity(Collections.emptyMap(), null);

    private final SumsCache<Key> cache = new SumsCache<>();

    /** All that the counts depend on but the nodes. {@code neededKeys} is empty for counts of single nodes. */
    private record Key(
            String namespace,
            String topologyKey,
            List<LabelSelector> selectors,
            List<String> neededKeys,
            RequiredNodeAffinity required,
            boolean honorsTaints,
            List<PodSpec.Toleration> tolerations) {}

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
        Key key = new Key(
                namespace,
                label,
                constraint.selectors(),
                neededKeys,
                constraint.honorsAffinity() ? required : ANY,
                constraint.honorsTaints(),
                constraint.honorsTaints() ? tolerations : List.of());
        return cache.get(key, snapshot, (node, sink) -> {
            if (hasAll(node.node(), neededKeys)
                    && constraint.includes(node.node(), node.repellingTaints(), required, tolerations)) {
                String value = node.node().metadata().labels().getOrDefault(label, "");
                sink.add(label, value, constraint.count(node, namespace));
            }
        });
    }

    /** The counts by the name of the node, of all nodes; under the label for host names. */
    TopologySums byNode(Constraint constraint, Pod pod, Snapshot snapshot) {
        String namespace = pod.metadata().namespace();
        Key key = new Key(namespace, "", constraint.selectors(), List.of(), ANY, false, List.of());
        return cache.get(key, snapshot, (node, sink) -> addCount(constraint.count(node, namespace), node, sink));
    }

    private static void addCount(long count, NodeInfo node, TopologySums.Sink sink) {
        if (count > 0) {
            sink.add(Constraint.HOSTNAME, node.name(), count);
        }
    }
}
