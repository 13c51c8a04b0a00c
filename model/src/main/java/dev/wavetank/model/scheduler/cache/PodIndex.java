package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes pods with certain labels are, so that the pods of one selector are found without a look at all pods.
 * Kubernetes has none: its plug-ins look at every pod in every cycle, in parallel.
 */
final class PodIndex {

    private final Map<String, NodeCounts> byNamespace = new LinkedHashMap<>();

    /** Counts a pod on a node in (1) or out (-1). */
    void count(PodInfo pod, String node, int sign) {
        Map<String, String> labels = pod.pod().metadata().labels();
        if (labels.isEmpty()) {
            return;
        }
        NodeCounts counts = byNamespace.computeIfAbsent(pod.pod().key().namespace(), unknown -> new NodeCounts());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            counts.add(label.getKey(), label.getValue(), node, sign);
        }
    }

    /**
     * Names of nodes; all that have pods which the selector matches, and maybe others.
     *
     * @return null when the selector requires no certain value of a label
     */
    @Nullable
    Collection<String> nodes(Collection<String> namespaces, LabelSelector selector) {
        List<Map.Entry<String, List<String>>> required = required(selector);
        if (required.isEmpty()) {
            return null;
        }
        Set<String> nodes = new LinkedHashSet<>();
        for (String namespace : namespaces) {
            NodeCounts counts = byNamespace.get(namespace);
            if (counts != null) {
                fewest(counts, required).forEach(nodes::addAll);
            }
        }
        return nodes;
    }

    private static List<Collection<String>> fewest(NodeCounts counts, List<Map.Entry<String, List<String>>> required) {
        List<Collection<String>> fewest = List.of();
        int least = Integer.MAX_VALUE;
        for (Map.Entry<String, List<String>> label : required) {
            List<Collection<String>> nodes = new ArrayList<>(label.getValue().size());
            int size = 0;
            for (String value : label.getValue()) {
                Collection<String> some = counts.of(label.getKey(), value);
                nodes.add(some);
                size += some.size();
            }
            if (size < least) {
                least = size;
                fewest = nodes;
            }
        }
        return fewest;
    }

    /** The labels that must have one of some values. */
    static List<Map.Entry<String, List<String>>> required(LabelSelector selector) {
        List<Map.Entry<String, List<String>>> required = new ArrayList<>(2);
        selector.matchLabels().forEach((key, value) -> required.add(Map.entry(key, List.of(value))));
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            if (requirement.operator().equals("In")) {
                required.add(Map.entry(requirement.key(), requirement.values()));
            }
        }
        return required;
    }
}
