package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.batch.PodFailurePolicy;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Mistakes in the failure policies of Jobs (v1.26 and later). */
final class FailurePolicyRules {

    private static final int RULES_MAX = 20;
    private static final int PATTERNS_MAX = 20;
    private static final int VALUES_MAX = 255;

    private FailurePolicyRules() {}

    static void check(JobSpec spec, String path, FieldErrors errors) {
        String field = path + ".podFailurePolicy.rules";
        List<PodFailurePolicy.Rule> rules = spec.podFailurePolicy().rules();
        errors.atMost(field, rules.size(), RULES_MAX);
        List<String> containers = containers(spec);
        for (int i = 0; i < rules.size(); i++) {
            rule(spec, rules.get(i), containers, field + "[" + i + "]", errors);
        }
    }

    private static List<String> containers(JobSpec spec) {
        List<String> names = new ArrayList<>();
        PodSpec pod = spec.template() == null ? null : spec.template().spec();
        if (pod != null) {
            pod.containers().forEach(container -> names.add(container.name()));
            pod.initContainers().forEach(container -> names.add(container.name()));
        }
        return names;
    }

    private static void rule(
            JobSpec spec, PodFailurePolicy.Rule rule, List<String> containers, String path, FieldErrors errors) {
        if ("FailIndex".equals(rule.action()) && spec.backoffLimitPerIndex() == null) {
            errors.invalid(path + ".action", "\"FailIndex\"", "requires the backoffLimitPerIndex to be set");
        }
        oneOf(path + ".action", rule.action(), List.of("Count", "FailIndex", "FailJob", "Ignore"), errors);
        boolean hasCodes = rule.onExitCodes() != null;
        if (hasCodes) {
            exitCodes(rule.onExitCodes(), containers, path + ".onExitCodes", errors);
        }
        List<PodFailurePolicy.ConditionPattern> patterns = rule.onPodConditions();
        String conditions = path + ".onPodConditions";
        errors.atMost(conditions, patterns.size(), PATTERNS_MAX);
        for (int i = 0; i < patterns.size(); i++) {
            String at = conditions + "[" + i + "]";
            errors.named(at + ".type", patterns.get(i).type(), NameRules::qualified);
            oneOf(at + ".status", patterns.get(i).status(), List.of("False", "True", "Unknown"), errors);
        }
        if (hasCodes != patterns.isEmpty()) {
            String how = hasCodes
                    ? "both OnExitCodes and OnPodConditions is not supported"
                    : "one of OnExitCodes and OnPodConditions is required";
            errors.add("FieldValueInvalid", path, "Invalid value: specifying " + how);
        }
    }

    /** A text that must be there, and be one of these. */
    private static void oneOf(String field, String value, List<String> values, FieldErrors errors) {
        if (value == null || value.isEmpty()) {
            String valid = values.stream().map(GoSyntax::of).collect(Collectors.joining(" ", "[", "]"));
            errors.required(field, "valid values: " + valid);
        } else {
            errors.oneOf(field, value, values);
        }
    }

    private static void exitCodes(
            PodFailurePolicy.ExitCodes codes, List<String> containers, String path, FieldErrors errors) {
        oneOf(path + ".operator", codes.operator(), List.of("In", "NotIn"), errors);
        if (codes.containerName() != null && !containers.contains(codes.containerName())) {
            errors.invalid(
                    path + ".containerName",
                    GoSyntax.of(codes.containerName()),
                    "must be one of the container or initContainer names in the pod template");
        }
        List<Integer> values = codes.values();
        String field = path + ".values";
        if (values.isEmpty()) {
            errors.invalid(field, "[]int32(nil)", "at least one value is required");
        }
        errors.atMost(field, values.size(), VALUES_MAX);
        for (int i = 0; i < values.size(); i++) {
            Integer value = values.get(i);
            if (value == 0 && "In".equals(codes.operator())) {
                errors.invalid(field + "[" + i + "]", "0", "must not be 0 for the In operator");
            }
            if (values.indexOf(value) < i) {
                errors.duplicate(field + "[" + i + "]", value.toString());
            }
        }
        if (!values.equals(values.stream().sorted().toList())) {
            String shown = values.stream().map(String::valueOf).collect(Collectors.joining(", ", "[]int32{", "}"));
            errors.invalid(field, shown, "must be ordered");
        }
    }
}
