package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod requires of the labels and the name of its node, read once and then asked for many nodes ({@code
 * nodeaffinity.RequiredNodeAffinity}). Preferences do not count.
 *
 * @param nodeSelector labels that the node must have
 * @param terms one of which must match; null when nothing more is required
 */
public record RequiredNodeAffinity(
        Map<String, String> nodeSelector, @Nullable List<NodeSelectorTerm> terms) {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    /** What a pod with that spec requires. */
    public static RequiredNodeAffinity of(PodSpec spec) {
        return new RequiredNodeAffinity(
                spec.nodeSelector(),
                spec.affinity() != null
                                && spec.affinity().get("nodeAffinity") instanceof Map<?, ?> node
                                && node.get(REQUIRED) instanceof Map<?, ?> required
                        ? NodeSelectorTerm.listOf(required)
                        : null);
    }

    /** Whether nothing is required, so that every node will do. */
    public boolean isEmpty() {
        return nodeSelector.isEmpty() && terms == null;
    }

    /** Whether the pod may run on the node. */
    public boolean matches(Node node) {
        if (!nodeSelector.isEmpty()) {
            Map<String, String> labels = node.metadata().labels();
            for (Map.Entry<String, String> wanted : nodeSelector.entrySet()) {
                if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                    return false;
                }
            }
        }
        return terms == null || matchesAny(terms, node);
    }

    /** Whether a pod with that spec may run on the node, by its node selector and its required node affinity. */
    public static boolean matches(PodSpec spec, Node node) {
        return of(spec).matches(node);
    }

    /** Whether a node matches one of the terms of a node selector, given as a JSON tree. */
    public static boolean matchesSelector(Map<?, ?> selector, Node node) {
        return matchesAny(NodeSelectorTerm.listOf(selector), node);
    }

    private static boolean matchesAny(List<NodeSelectorTerm> terms, Node node) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).matches(node)) {
                return true;
            }
        }
        return false;
    }
}
