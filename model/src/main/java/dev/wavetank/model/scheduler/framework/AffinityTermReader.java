package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the affinity of a pod from its JSON tree, which is kept as it was sent. */
final class AffinityTermReader {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final Pod pod;
    private final KubernetesVersion version;

    AffinityTermReader(Pod pod, KubernetesVersion version) {
        this.pod = pod;
        this.version = version;
    }

    /** The required terms of {@code podAffinity} or {@code podAntiAffinity}. */
    List<AffinityTerm> required(String kind) {
        return terms(kind, REQUIRED);
    }

    /** The preferred terms of {@code podAffinity} or {@code podAntiAffinity}. */
    List<AffinityTerm> preferred(String kind) {
        return terms(kind, PREFERRED);
    }

    private List<AffinityTerm> terms(String kind, String strictness) {
        Map<String, Object> affinity = pod.spec().affinity();
        if (affinity == null
                || !(affinity.get(kind) instanceof Map<?, ?> terms)
                || !(terms.get(strictness) instanceof List<?> list)
                || list.isEmpty()) {
            return List.of();
        }
        List<AffinityTerm> result = new ArrayList<>(list.size());
        for (Object each : list) {
            if (each instanceof Map<?, ?> tree) {
                boolean isWeighted = strictness.equals(PREFERRED);
                Object term = isWeighted ? tree.get("podAffinityTerm") : tree;
                int weight = isWeighted && tree.get("weight") instanceof Number number ? number.intValue() : 0;
                if (term instanceof Map<?, ?> one) {
                    result.add(term(one, weight));
                }
            }
        }
        return Collections.unmodifiableList(result);
    }

    private AffinityTerm term(Map<?, ?> tree, int weight) {
        SortedSet<String> namespaces = new TreeSet<>();
        if (tree.get("namespaces") instanceof List<?> named) {
            named.forEach(name -> namespaces.add(String.valueOf(name)));
        }
        LabelSelector namespaceSelector = version.has(Feature.POD_AFFINITY_NAMESPACE_SELECTOR)
                ? SelectorReader.selector(tree.get("namespaceSelector"))
                : null;
        if (namespaces.isEmpty() && namespaceSelector == null) {
            namespaces.add(pod.key().namespace());
        }
        LabelSelector selector = SelectorReader.selector(tree.get("labelSelector"));
        if (selector != null && version.has(Feature.AFFINITY_MATCH_LABEL_KEYS)) {
            selector = withKeys(
                    withKeys(selector, tree.get("matchLabelKeys"), "In"), tree.get("mismatchLabelKeys"), "NotIn");
        }
        return new AffinityTerm(
                selector, namespaces, namespaceSelector, String.valueOf(tree.get("topologyKey")), weight);
    }

    private LabelSelector withKeys(LabelSelector selector, @Nullable Object keys, String operator) {
        return keys instanceof List<?> list
                ? SelectorReader.withLabelsOf(selector, pod.metadata().labels(), list, operator)
                : selector;
    }
}
