package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes pods with certain labels are, so that the pods of one selector are found without a look at all pods.
 * Kubernetes has none: its plug-ins look at every pod in every cycle, in parallel.
 */
final class PodIndex {

    private final Map<String, NodeEntries<PodInfo>> byNamespace = new LinkedHashMap<>();

    /** Counts a pod on a node in (1) or out (-1). */
    void count(PodInfo pod, String node, int sign) {
        Map<String, String> labels = pod.pod().metadata().labels();
        if (labels.isEmpty()) {
            return;
        }
        NodeEntries<PodInfo> entries =
                byNamespace.computeIfAbsent(pod.pod().metadata().namespace(), unknown -> new NodeEntries<>());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            entries.add(label.getKey(), label.getValue(), node, pod, sign);
        }
    }

    /**
     * Sets of names of nodes; all that have pods which the selector matches, and maybe others. They follow the index.
     *
     * @return null when the selector requires no certain value of a label
     */
    @Nullable
    List<Collection<String>> nodes(Collection<String> namespaces, LabelSelector selector) {
        List<Map.Entry<String, List<String>>> required = required(selector);
        if (required.isEmpty()) {
            return null;
        }
        List<Collection<String>> nodes = new ArrayList<>(1);
        for (String namespace : namespaces) {
            NodeEntries<PodInfo> entries = byNamespace.get(namespace);
            if (entries != null) {
                nodes.addAll(fewest(entries, required));
            }
        }
        return nodes;
    }

    /**
     * Pods of one node; all that the selector matches, and maybe others.
     *
     * @return null when the selector requires no certain value of a label
     */
    @Nullable
    List<PodInfo> on(String node, Collection<String> namespaces, LabelSelector selector) {
        List<Map.Entry<String, List<String>>> required = required(selector);
        if (required.isEmpty()) {
            return null;
        }
        List<PodInfo> pods = List.of();
        for (String namespace : namespaces) {
            NodeEntries<PodInfo> entries = byNamespace.get(namespace);
            if (entries != null) {
                Map.Entry<String, List<String>> label = required.get(0);
                for (String value : label.getValue()) {
                    pods = joined(pods, entries.of(label.getKey(), value).get(node));
                }
            }
        }
        return pods;
    }

    /** One after the other; one of them mostly has nothing. */
    static <T> List<T> joined(List<T> some, @Nullable List<T> more) {
        if (more == null || more.isEmpty()) {
            return some;
        }
        if (some.isEmpty()) {
            return more;
        }
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static List<Collection<String>> fewest(
            NodeEntries<PodInfo> entries, List<Map.Entry<String, List<String>>> required) {
        List<Collection<String>> fewest = List.of();
        int least = Integer.MAX_VALUE;
        for (Map.Entry<String, List<String>> label : required) {
            List<Collection<String>> nodes = new ArrayList<>(label.getValue().size());
            int size = 0;
            for (String value : label.getValue()) {
                Collection<String> some = entries.of(label.getKey(), value).keySet();
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

    /** The labels that must have one of some values, each of which is there once. */
    static List<Map.Entry<String, List<String>>> required(LabelSelector selector) {
        List<Map.Entry<String, List<String>>> required = new ArrayList<>(2);
        selector.matchLabels().forEach((key, value) -> required.add(Map.entry(key, List.of(value))));
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            if (requirement.operator().equals("In")) {
                required.add(Map.entry(
                        requirement.key(),
                        requirement.values().stream().distinct().toList()));
            }
        }
        return required;
    }
}
