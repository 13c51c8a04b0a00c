package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodGroup;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** How many pods are in each domain and on each node. */
final class SpreadCounts {

    private static final RequiredNodeAffinity ANY = new RequiredNodeAffinity(Collections.emptyMap(), null);

    /** How many times as much as a place of a pod a node costs that has to be looked at again. */
    private static final long NODE_COST = 8;

    /** So many groups are asked about each node one by one. */
    private static final int FEW_GROUPS = 4;

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
        return cache.get(keyOf(constraint, pod, required, neededKeys), snapshot, (node, sink) -> {
            if (hasAll(node.node(), neededKeys)
                    && constraint.includes(node.node(), node.repellingTaints(), required, tolerations)) {
                String value = node.node().metadata().labels().getOrDefault(label, "");
                sink.add(label, value, constraint.count(node, namespace));
            }
        });
    }

    private static Key keyOf(Constraint constraint, Pod pod, RequiredNodeAffinity required, List<String> neededKeys) {
        return new Key(
                pod.metadata().namespace(),
                constraint.topologyKey(),
                constraint.selectors(),
                neededKeys,
                constraint.honorsAffinity() ? required : ANY,
                constraint.honorsTaints(),
                constraint.honorsTaints() ? pod.spec().tolerations() : List.of());
    }

    /**
     * The same counts for looks at some domains, in whichever way costs less: from the pods, when they are few, or from
     * the nodes that have changed.
     */
    ToLongFunction<String> inDomains(
            Constraint constraint, Pod pod, RequiredNodeAffinity required, List<String> neededKeys, Snapshot snapshot) {
        String label = constraint.topologyKey();
        SpreadGroups groups = SpreadGroups.find(constraint, pod.metadata().namespace(), snapshot);
        if (groups == null
                || groups.places() > NODE_COST * cache.behind(keyOf(constraint, pod, required, neededKeys), snapshot)) {
            return byDomain(constraint, pod, required, neededKeys, snapshot).of(label)::of;
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (PodGroup group : groups.groups()) {
            group.byNode().forEach((name, count) -> {
                NodeInfo node = snapshot.node(name);
                if (node != null
                        && hasAll(node.node(), neededKeys)
                        && constraint.includes(
                                node.node(),
                                node.repellingTaints(),
                                required,
                                pod.spec().tolerations())) {
                    counts.merge(node.node().metadata().labels().getOrDefault(label, ""), count, Long::sum);
                }
            });
        }
        return domain -> counts.getOrDefault(domain, 0L);
    }

    /** The counts by the name of the node, of all nodes. */
    ToLongFunction<String> onNodes(Constraint constraint, Pod pod, Snapshot snapshot) {
        String namespace = pod.metadata().namespace();
        SpreadGroups groups = SpreadGroups.find(constraint, namespace, snapshot);
        if (groups != null && groups.groups().size() <= FEW_GROUPS) {
            return groups.byNode();
        }
        Key key = new Key(namespace, "", constraint.selectors(), List.of(), ANY, false, List.of());
        return cache.get(key, snapshot, (node, sink) -> addCount(constraint.count(node, namespace), node, sink))
                .of(Constraint.HOSTNAME)::of;
    }

    private static void addCount(long count, NodeInfo node, TopologySums.Sink sink) {
        if (count > 0) {
            sink.add(Constraint.HOSTNAME, node.name(), count);
        }
    }
}
