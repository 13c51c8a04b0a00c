package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.PodValidation;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Finds mistakes that Deployments and ReplicaSets can have alike. */
final class WorkloadValidation {

    private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist");

    private WorkloadValidation() {}

    /** Checks the selector, and that it fits the template. */
    static void template(LabelSelector selector, PodTemplateSpec template, String kind, FieldErrors errors) {
        boolean usable = selector(selector, kind, errors);
        Map<String, String> labels = template == null || template.metadata() == null
                ? Collections.emptyMap()
                : template.metadata().labels();
        if (selector == null || usable && !selector.isEmpty() && !selector.matches(labels)) {
            errors.invalid(
                    "spec.template.metadata.labels",
                    GoSyntax.of(labels),
                    "`selector` does not match template `labels`");
        }
        PodValidation.validate(template == null ? null : template.spec(), "spec.template.spec", errors);
        if (template != null && template.spec() != null) {
            String policy = template.spec().restartPolicy();
            if (policy != null && !policy.equals("Always")) {
                errors.unsupported("spec.template.spec.restartPolicy", GoSyntax.of(policy), List.of("Always"));
            }
        }
    }

    /** Checks that the selector is the same as before. */
    static void immutable(LabelSelector changed, LabelSelector before, FieldErrors errors) {
        if (changed != null && !changed.equals(before)) {
            errors.invalid("spec.selector", GoSyntax.of(changed), "field is immutable");
        }
    }

    private static boolean selector(LabelSelector selector, String kind, FieldErrors errors) {
        if (selector == null) {
            errors.required("spec.selector", "");
            return false;
        }
        boolean usable = true;
        for (int i = 0; i < selector.matchExpressions().size(); i++) {
            String given = selector.matchExpressions().get(i).operator();
            String operator = given == null ? "" : given;
            if (!OPERATORS.contains(operator)) {
                usable = false;
                errors.invalid(
                        "spec.selector.matchExpressions[" + i + "].operator",
                        GoSyntax.of(operator),
                        "not a valid selector operator");
            }
        }
        if (!usable) {
            errors.invalid("spec.selector", GoSyntax.of(selector), "invalid label selector");
        } else if (selector.isEmpty()) {
            errors.invalid("spec.selector", GoSyntax.of(selector), "empty selector is invalid for " + kind);
        }
        return usable;
    }
}
