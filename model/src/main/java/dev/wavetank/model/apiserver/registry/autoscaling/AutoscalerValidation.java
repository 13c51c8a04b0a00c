package dev.wavetank.model.apiserver.registry.autoscaling;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Behavior;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Policy;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Rules;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Spec;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Target;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;
import java.util.Objects;

/** Finds mistakes in the spec of an autoscaler. */
final class AutoscalerValidation {

    private static final String MIN = "spec.minReplicas";
    private static final String MAX = "spec.maxReplicas";
    private static final int WINDOW_MAX = 3600;
    private static final int PERIOD_MAX = 1800;

    private AutoscalerValidation() {}

    static void validate(Spec given, FieldErrors errors) {
        Spec spec = Objects.requireNonNullElse(given, new Spec(null, null, null, null, null, null));
        Integer min = spec.minReplicas();
        int max = spec.maxReplicas() == null ? 0 : spec.maxReplicas();
        if (min != null && min < 1) {
            errors.invalid(MIN, min.toString(), "must be greater than or equal to 1");
        }
        if (max < 1) {
            errors.invalid(MAX, Integer.toString(max), "must be greater than 0");
        }
        if (min != null && max < min) {
            errors.invalid(MAX, Integer.toString(max), "must be greater than or equal to `minReplicas`");
        }
        reference(spec.scaleTargetRef(), "spec.scaleTargetRef", errors);
        for (int i = 0; i < spec.metrics().size(); i++) {
            MetricValidation.validate(spec.metrics().get(i), "spec.metrics[" + i + "]", errors);
        }
        Behavior behavior = spec.behavior();
        if (behavior != null) {
            rules(behavior.scaleUp(), "spec.behavior.scaleUp", errors);
            rules(behavior.scaleDown(), "spec.behavior.scaleDown", errors);
        }
    }

    static void reference(Target target, String path, FieldErrors errors) {
        segment(target == null ? null : target.kind(), path + ".kind", errors);
        segment(target == null ? null : target.name(), path + ".name", errors);
    }

    private static void segment(String text, String path, FieldErrors errors) {
        if (errors.require(path, text)) {
            errors.named(path, text, NameRules::pathSegment);
        }
    }

    private static void rules(Rules rules, String path, FieldErrors errors) {
        if (rules == null) {
            return;
        }
        String field = path + ".stabilizationWindowSeconds";
        Integer window = rules.stabilizationWindowSeconds();
        if (window != null && window < 0) {
            errors.invalid(field, window.toString(), "must be greater than or equal to zero");
        }
        atMost(window, WINDOW_MAX, field, errors);
        errors.oneOfIfSet(path + ".selectPolicy", rules.selectPolicy(), List.of("Disabled", "Max", "Min"));
        List<Policy> policies = rules.policies();
        if (policies != null && policies.isEmpty()) {
            errors.required(path + ".policies", "must specify at least one Policy");
        }
        for (int i = 0; policies != null && i < policies.size(); i++) {
            policy(policies.get(i), path + ".policies[" + i + "]", errors);
        }
    }

    private static void policy(Policy policy, String path, FieldErrors errors) {
        errors.oneOf(path + ".type", Objects.requireNonNullElse(policy.type(), ""), List.of("Percent", "Pods"));
        positive(policy.value(), path + ".value", errors);
        positive(policy.periodSeconds(), path + ".periodSeconds", errors);
        atMost(policy.periodSeconds(), PERIOD_MAX, path + ".periodSeconds", errors);
    }

    private static void positive(Integer number, String field, FieldErrors errors) {
        if (number <= 0) {
            errors.invalid(field, number.toString(), "must be greater than zero");
        }
    }

    private static void atMost(Integer number, int max, String field, FieldErrors errors) {
        if (number != null && number > max) {
            errors.invalid(field, number.toString(), "must be less than or equal to " + max);
        }
    }
}
