package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the terms of pod affinity and anti-affinity from a pod's specification. */
final class AffinityTerms {

    static final String AFFINITY = "podAffinity";
    static final String ANTI_AFFINITY = "podAntiAffinity";

    private AffinityTerms() {}

    /** The terms that must hold when the pod is placed. */
    static List<AffinityTerm> required(Pod pod, String kind) {
        List<AffinityTerm> terms = new ArrayList<>(0);
        for (Object term : list(affinity(pod, kind), "requiredDuringSchedulingIgnoredDuringExecution")) {
            terms.add(term(pod, term, 0));
        }
        return terms;
    }

    /** The terms that should hold. A term whose weight is 0 says nothing. */
    static List<AffinityTerm> preferred(Pod pod, String kind) {
        List<AffinityTerm> terms = new ArrayList<>(0);
        for (Object weighted : list(affinity(pod, kind), "preferredDuringSchedulingIgnoredDuringExecution")) {
            int weight = child(weighted, "weight") instanceof Number number ? number.intValue() : 0;
            if (weight != 0) {
                terms.add(term(pod, child(weighted, "podAffinityTerm"), weight));
            }
        }
        return terms;
    }

    private static @Nullable Object affinity(Pod pod, String kind) {
        return child(pod.spec().affinity(), kind);
    }

    private static AffinityTerm term(Pod pod, @Nullable Object tree, int weight) {
        SortedSet<String> namespaces = new TreeSet<>();
        for (Object namespace : list(tree, "namespaces")) {
            namespaces.add(String.valueOf(namespace));
        }
        LabelSelector ofNamespaces = selector(child(tree, "namespaceSelector"));
        if (namespaces.isEmpty() && ofNamespaces == null) {
            namespaces.add(String.valueOf(pod.key().namespace()));
        }
        LabelSelector selector = narrowed(pod, tree, selector(child(tree, "labelSelector")));
        return new AffinityTerm(
                selector,
                Collections.unmodifiableSortedSet(namespaces),
                ofNamespaces,
                String.valueOf(child(tree, "topologyKey")),
                weight);
    }

    /** {@code matchLabelKeys} and {@code mismatchLabelKeys}: labels that must be as on the pod, or must not. */
    private static @Nullable LabelSelector narrowed(Pod pod, @Nullable Object tree, @Nullable LabelSelector selector) {
        List<?> same = list(tree, "matchLabelKeys");
        List<?> different = list(tree, "mismatchLabelKeys");
        if (selector == null || (same.isEmpty() && different.isEmpty())) {
            return selector;
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>(selector.matchExpressions());
        Map<String, String> labels = pod.metadata().labels();
        same.forEach(key -> require(requirements, labels, String.valueOf(key), "In"));
        different.forEach(key -> require(requirements, labels, String.valueOf(key), "NotIn"));
        return new LabelSelector(selector.matchLabels(), requirements);
    }

    private static void require(
            List<LabelSelector.Requirement> requirements, Map<String, String> labels, String key, String operator) {
        String value = labels.get(key);
        if (value != null) {
            requirements.add(new LabelSelector.Requirement(key, operator, List.of(value)));
        }
    }

    private static @Nullable LabelSelector selector(@Nullable Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            return null;
        }
        Map<String, String> labels = new TreeMap<>();
        if (map.get("matchLabels") instanceof Map<?, ?> wanted) {
            wanted.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>(0);
        for (Object expression : list(map, "matchExpressions")) {
            List<String> values = new ArrayList<>(0);
            list(expression, "values").forEach(value -> values.add(String.valueOf(value)));
            requirements.add(new LabelSelector.Requirement(
                    String.valueOf(child(expression, "key")), String.valueOf(child(expression, "operator")), values));
        }
        return new LabelSelector(labels, requirements);
    }

    private static @Nullable Object child(@Nullable Object tree, String field) {
        return tree instanceof Map<?, ?> map ? map.get(field) : null;
    }

    private static List<?> list(@Nullable Object tree, String field) {
        return child(tree, field) instanceof List<?> list ? list : List.of();
    }
}
