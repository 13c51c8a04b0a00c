package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What may change about the nodes that a pod with scheduling gates can be placed on: they may become fewer (KEP-3838,
 * "mutable scheduling directives when gated"; {@code ValidatePodUpdate} of pkg/apis/core/validation/validation.go,
 * v1.27).
 */
final class GatedPlacement {

    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final List<String> REQUIREMENTS = List.of("matchExpressions", "matchFields");

    private GatedPlacement() {}

    /** The specification before an update, with those changes of the update that a gated pod permits. */
    static PodSpec permitted(PodSpec changed, PodSpec before, FieldErrors errors) {
        if (!errors.version().has(Feature.SCHEDULING_GATES) || !SchedulingGates.has(before)) {
            return before;
        }
        checkSelector(changed.nodeSelector(), before.nodeSelector(), errors);
        PodSpec permitted = before.withNodeSelector(changed.nodeSelector());
        Map<String, Object> affinity = nodeAffinity(changed);
        Map<String, Object> old = nodeAffinity(before);
        if (affinity.equals(old)) {
            return permitted;
        }
        if (!old.isEmpty()) {
            checkTerms(terms(affinity), terms(old), errors);
        }
        return rest(changed).equals(rest(before)) ? permitted.withAffinity(changed.affinity()) : permitted;
    }

    private static void checkSelector(Map<String, String> changed, Map<String, String> before, FieldErrors errors) {
        if (!changed.entrySet().containsAll(before.entrySet())) {
            errors.invalid(
                    "spec.nodeSelector",
                    GoSyntax.of(changed),
                    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
        }
    }

    private static Map<String, Object> nodeAffinity(PodSpec spec) {
        return JsonFields.map(affinity(spec), NODE_AFFINITY);
    }

    private static Map<String, Object> affinity(PodSpec spec) {
        return spec.affinity() == null ? new TreeMap<>() : spec.affinity();
    }

    /** The affinity to pods, which must not change. */
    private static Map<String, Object> rest(PodSpec spec) {
        Map<String, Object> rest = new TreeMap<>(affinity(spec));
        rest.remove(NODE_AFFINITY);
        return rest;
    }

    private static List<Map<String, Object>> terms(Map<String, Object> affinity) {
        return JsonFields.list(JsonFields.map(affinity, REQUIRED), TERMS);
    }

    /** Terms are alternatives, so one more of them would permit more nodes; each may get more requirements. */
    private static void checkTerms(
            List<Map<String, Object>> changed, List<Map<String, Object>> before, FieldErrors errors) {
        String path = "spec.affinity." + NODE_AFFINITY + "." + REQUIRED + "." + TERMS;
        if (!before.isEmpty() && changed.size() != before.size()) {
            List<String> shown = changed.stream().map(GatedPlacement::shown).toList();
            errors.invalid(
                    path,
                    "[]core.NodeSelectorTerm{" + String.join(", ", shown) + "}",
                    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            if (!hasOnlyAdditions(changed.get(i), before.get(i))) {
                errors.invalid(
                        path + "[" + i + "]",
                        shown(changed.get(i)),
                        "only additions are allowed (no mutations or deletions)");
            }
        }
    }

    private static boolean hasOnlyAdditions(Map<String, Object> changed, Map<String, Object> before) {
        // A term without requirements matches no node, and must not begin to match some.
        boolean matchesNothing = REQUIREMENTS.stream()
                .allMatch(field -> JsonFields.list(before, field).isEmpty());
        return matchesNothing
                ? changed.equals(before)
                : REQUIREMENTS.stream()
                        .allMatch(field -> startsWith(JsonFields.list(changed, field), JsonFields.list(before, field)));
    }

    private static boolean startsWith(List<?> list, List<?> start) {
        return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
    }

    private static String shown(Map<String, Object> term) {
        return "core.NodeSelectorTerm{MatchExpressions:" + shown(JsonFields.list(term, "matchExpressions"))
                + ", MatchFields:" + shown(JsonFields.list(term, "matchFields")) + "}";
    }

    private static String shown(List<Map<String, Object>> requirements) {
        List<String> shown = new ArrayList<>(requirements.size());
        for (Map<String, Object> requirement : requirements) {
            shown.add("core.NodeSelectorRequirement{Key:" + text(requirement.get("key")) + ", Operator:"
                    + text(requirement.get("operator")) + ", Values:"
                    + GoSyntax.strings(JsonFields.texts(requirement, "values")) + "}");
        }
        return "[]core.NodeSelectorRequirement" + (shown.isEmpty() ? "(nil)" : "{" + String.join(", ", shown) + "}");
    }

    private static String text(@Nullable Object value) {
        return GoSyntax.of(String.valueOf(value));
    }
}
