package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Writes what {@code matchLabelKeys} and {@code mismatchLabelKeys} mean for a new pod into its selectors ({@code
 * mutatePodAffinity}, {@code mutateTopologySpreadConstraints} in core/pod/strategy.go).
 */
final class MergedKeys {

    private static final String AFFINITY_TERM = "podAffinityTerm";
    private static final String EXPRESSIONS = "matchExpressions";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String SELECTOR = "labelSelector";
    private static final String SPREAD = "topologySpreadConstraints";

    private final boolean inAffinity;
    private final boolean inSpread;

    MergedKeys(KubernetesVersion version) {
        this.inAffinity = version.has(Feature.AFFINITY_MATCH_LABEL_KEYS);
        this.inSpread = version.has(Feature.SPREAD_KEYS_MERGED);
    }

    /** The pod with selectors that say it all; the pod itself when it has no such keys. */
    Pod merge(Pod pod) {
        Map<String, String> labels = pod.metadata().labels();
        Map<String, Object> affinity = pod.spec().affinity();
        if (inAffinity && affinity != null) {
            for (String kind : List.of("podAffinity", "podAntiAffinity")) {
                if (affinity.get(kind) instanceof Map<?, ?>) {
                    affinity = with(affinity, kind, ofKind(JsonFields.map(affinity, kind), labels));
                }
            }
        }
        Map<String, Object> rest = pod.spec().other();
        if (inSpread && rest.get(SPREAD) instanceof List<?> constraints) {
            rest = with(rest, SPREAD, each(constraints, constraint -> merged(constraint, labels)));
        }
        return affinity == pod.spec().affinity() && rest == pod.spec().other()
                ? pod
                : pod.withSpec(pod.spec().with().affinity(affinity).other(rest).build());
    }

    private static Map<String, Object> ofKind(Map<String, Object> terms, Map<String, String> labels) {
        Map<String, Object> merged = terms;
        if (terms.get(PREFERRED) instanceof List<?> preferred) {
            merged = with(merged, PREFERRED, each(preferred, term -> weighted(term, labels)));
        }
        if (terms.get(REQUIRED) instanceof List<?> required) {
            merged = with(merged, REQUIRED, each(required, term -> merged(term, labels)));
        }
        return merged;
    }

    private static Map<String, Object> weighted(Map<String, Object> term, Map<String, String> labels) {
        return term.get(AFFINITY_TERM) instanceof Map<?, ?>
                ? with(term, AFFINITY_TERM, merged(JsonFields.map(term, AFFINITY_TERM), labels))
                : term;
    }

    /** The list with what becomes of its trees; the list itself when nothing changes. */
    private static List<?> each(List<?> trees, UnaryOperator<Map<String, Object>> change) {
        List<Object> all = new ArrayList<>(trees.size());
        boolean isChanged = false;
        for (Object tree : trees) {
            Object changed = tree instanceof Map<?, ?> ? change.apply(JsonFields.map(tree)) : tree;
            isChanged |= changed != tree;
            all.add(changed);
        }
        return isChanged ? all : trees;
    }

    /** A term without a selector matches nothing, and stays so. */
    private static Map<String, Object> merged(Map<String, Object> term, Map<String, String> labels) {
        if (!(term.get(SELECTOR) instanceof Map<?, ?>)) {
            return term;
        }
        List<Object> added = new ArrayList<>();
        add(JsonFields.texts(term, "matchLabelKeys"), "In", labels, added);
        add(JsonFields.texts(term, "mismatchLabelKeys"), "NotIn", labels, added);
        if (added.isEmpty()) {
            return term;
        }
        Map<String, Object> selector = JsonFields.map(term, SELECTOR);
        List<Object> all = new ArrayList<>(JsonFields.list(selector, EXPRESSIONS));
        all.addAll(added);
        return with(term, SELECTOR, with(selector, EXPRESSIONS, all));
    }

    private static void add(List<String> keys, String operator, Map<String, String> labels, List<Object> added) {
        for (String key : keys) {
            String value = labels.get(key);
            if (value != null) {
                Map<String, Object> requirement = new TreeMap<>();
                requirement.put("key", key);
                requirement.put("operator", operator);
                requirement.put("values", List.of(value));
                added.add(requirement);
            }
        }
    }

    /** The tree with a value in a field; the tree itself when it has it already. */
    private static Map<String, Object> with(Map<String, Object> tree, String field, Object value) {
        if (tree.get(field) == value) {
            return tree;
        }
        Map<String, Object> changed = new TreeMap<>(tree);
        changed.put(field, value);
        return changed;
    }
}
