package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;
import java.util.Map;

/** Finds mistakes in what a pod says about where it may run. */
final class PlacementValidation {

    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private PlacementValidation() {}

    static void affinity(Map<String, Object> affinity, String path, FieldErrors errors) {
        if (affinity == null || affinity.isEmpty()) {
            return;
        }
        Map<String, Object> nodes = JsonFields.map(affinity, "nodeAffinity");
        if (nodes.get(REQUIRED) != null) {
            nodeSelector(JsonFields.map(nodes, REQUIRED), path + ".nodeAffinity." + REQUIRED, errors);
        }
        List<Map<String, Object>> preferred = JsonFields.list(nodes, PREFERRED);
        for (int i = 0; i < preferred.size(); i++) {
            String at = path + ".nodeAffinity." + PREFERRED + "[" + i + "]";
            PodAffinityRules.weight(new FieldCursor(preferred.get(i), at, errors));
            nodeSelectorTerm(JsonFields.map(preferred.get(i), "preference"), at + ".preference", errors);
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            PodAffinityRules.check(new FieldCursor(JsonFields.map(affinity, kind), path + "." + kind, errors));
        }
    }

    private static void nodeSelector(Map<String, Object> selector, String path, FieldErrors errors) {
        List<Map<String, Object>> terms = JsonFields.list(selector, "nodeSelectorTerms");
        if (terms.isEmpty()) {
            errors.required(path + ".nodeSelectorTerms", "must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            nodeSelectorTerm(terms.get(i), path + ".nodeSelectorTerms[" + i + "]", errors);
        }
    }

    private static void nodeSelectorTerm(Map<String, Object> term, String path, FieldErrors errors) {
        List<Map<String, Object>> expressions = JsonFields.list(term, "matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            requirement(expressions.get(i), path + ".matchExpressions[" + i + "]", errors);
        }
    }

    private static void requirement(Map<String, Object> requirement, String path, FieldErrors errors) {
        String operator = JsonFields.text(requirement, "operator");
        int values = JsonFields.texts(requirement, "values").size();
        switch (operator) {
            case "In", "NotIn" -> {
                if (values == 0) {
                    errors.required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values > 0) {
                    errors.forbidden(
                            path + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values != 1) {
                    errors.required(path + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> errors.invalid(path + ".operator", GoSyntax.of(operator), "not a valid selector operator");
        }
        String key = JsonFields.text(requirement, "key");
        MetadataRules.invalid(NameRules.qualified(key), path + ".key", key, errors);
    }

    static void tolerations(List<PodSpec.Toleration> tolerations, String path, FieldErrors errors) {
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(tolerations.get(i), path + "[" + i + "]", errors);
        }
    }

    private static void toleration(PodSpec.Toleration toleration, String path, FieldErrors errors) {
        String key = toleration.key() == null ? "" : toleration.key();
        String operator = toleration.operator() == null ? "" : toleration.operator();
        String effect = toleration.effect() == null ? "" : toleration.effect();
        String value = toleration.value() == null ? "" : toleration.value();
        if (!key.isEmpty()) {
            MetadataRules.invalid(NameRules.qualified(key), path + ".key", key, errors);
        } else if (!operator.equals("Exists")) {
            errors.invalid(
                    path + ".operator",
                    GoSyntax.of(operator),
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.tolerationSeconds() != null && !effect.equals("NoExecute")) {
            errors.invalid(
                    path + ".effect",
                    GoSyntax.of(effect),
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator) {
            case "", "Equal" -> MetadataRules.invalid(NameRules.labelValue(value), path + ".operator", value, errors);
            case "Exists" -> {
                if (!value.isEmpty()) {
                    errors.invalid(
                            path + ".operator", GoSyntax.of(value), "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> errors.unsupported(path + ".operator", GoSyntax.of(operator), List.of("Equal", "Exists"));
        }
        if (!effect.isEmpty()) {
            errors.oneOf(path + ".effect", effect, EFFECTS);
        }
    }
}
