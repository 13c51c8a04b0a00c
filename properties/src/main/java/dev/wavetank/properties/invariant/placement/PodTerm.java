package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A required term of pod affinity or anti-affinity.
 *
 * @param selector of the other pods; null selects none
 * @param namespaces of the other pods
 * @param namespaceSelector of further namespaces; null for none
 * @param topologyKey label of nodes whose value makes them one place
 */
record PodTerm(
        @Nullable LabelSelector selector,
        List<String> namespaces,
        @Nullable LabelSelector namespaceSelector,
        String topologyKey) {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    /** The terms under {@code podAffinity} or {@code podAntiAffinity}. */
    static List<PodTerm> of(Pod pod, String kind) {
        if (pod.spec().affinity() == null) {
            return List.of();
        }
        List<PodTerm> terms = new ArrayList<>();
        for (Object term : JsonTree.list(JsonTree.child(pod.spec().affinity(), kind), REQUIRED)) {
            List<String> namespaces = JsonTree.texts(term, "namespaces");
            LabelSelector namespaceSelector = JsonTree.selector(term, "namespaceSelector");
            boolean isOwn = namespaces.isEmpty() && namespaceSelector == null;
            terms.add(new PodTerm(
                    selector(pod, term),
                    isOwn ? List.of(pod.key().namespace()) : namespaces,
                    namespaceSelector,
                    JsonTree.text(term, "topologyKey")));
        }
        return terms;
    }

    /** With {@code matchLabelKeys} and {@code mismatchLabelKeys} of v1.29. */
    private static @Nullable LabelSelector selector(Pod pod, Object term) {
        LabelSelector selector = JsonTree.selector(term, "labelSelector");
        return selector == null
                ? null
                : LabelKeys.added(
                        LabelKeys.added(selector, pod, JsonTree.texts(term, "matchLabelKeys"), "In"),
                        pod,
                        JsonTree.texts(term, "mismatchLabelKeys"),
                        "NotIn");
    }

    /**
     * Whether it means that pod.
     *
     * @param labelsOfNamespace of the namespace with a name
     */
    boolean means(Pod other, Function<String, Map<String, String>> labelsOfNamespace) {
        String namespace = other.key().namespace();
        return selector != null
                && selector.matches(other.metadata().labels())
                && (namespaces.contains(namespace)
                        || (namespaceSelector != null
                                && namespaceSelector.matches(labelsOfNamespace.apply(namespace))));
    }
}
