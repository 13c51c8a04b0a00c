package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Mistakes in the failure policies of Jobs (v1.26 and later). */
final class FailurePolicyRules {

    private static final int RULES_MAX = 20;
    private static final int PATTERNS_MAX = 20;
    private static final int VALUES_MAX = 255;
    private static final String ACTION = "action";
    private static final String EXIT_CODES = "onExitCodes";
    private static final String CONDITIONS = "onPodConditions";
    private static final String OPERATOR = "operator";
    private static final String STATUS = "status";
    private static final String VALUES = "values";
    private static final String CONTAINER = "containerName";

    private FailurePolicyRules() {}

    static void check(Part spec) {
        Part policy = spec.child("podFailurePolicy");
        List<Part> rules = policy.items("rules");
        policy.atMost("rules", rules.size(), RULES_MAX);
        Part pod = spec.child("template").child("spec");
        List<String> containers = new ArrayList<>();
        pod.items("containers").forEach(container -> containers.add(container.text("name")));
        pod.items("initContainers").forEach(container -> containers.add(container.text("name")));
        rules.forEach(rule -> rule(spec, rule, containers));
    }

    private static void rule(Part spec, Part rule, List<String> containers) {
        if (rule.text(ACTION).equals("FailIndex") && !spec.has("backoffLimitPerIndex")) {
            rule.invalid(ACTION, "requires the backoffLimitPerIndex to be set");
        }
        oneOf(rule, ACTION, List.of("Count", "FailIndex", "FailJob", "Ignore"));
        if (rule.has(EXIT_CODES)) {
            exitCodes(rule.child(EXIT_CODES), containers);
        }
        List<Part> patterns = rule.items(CONDITIONS);
        rule.atMost(CONDITIONS, patterns.size(), PATTERNS_MAX);
        for (Part pattern : patterns) {
            pattern.named("type", NameRules::qualified);
            oneOf(pattern, STATUS, List.of("False", "True", "Unknown"));
        }
        if (rule.has(EXIT_CODES) != patterns.isEmpty()) {
            String how = rule.has(EXIT_CODES)
                    ? "both OnExitCodes and OnPodConditions is not supported"
                    : "one of OnExitCodes and OnPodConditions is required";
            rule.errors().add("FieldValueInvalid", rule.path(), "Invalid value: specifying " + how);
        }
    }

    /** A text that must be there, and be one of these. */
    private static void oneOf(Part part, String field, List<String> values) {
        if (part.text(field).isEmpty()) {
            String valid = values.stream().map(GoSyntax::of).collect(Collectors.joining(" ", "[", "]"));
            part.required(field, "valid values: " + valid);
        } else {
            part.oneOf(field, values);
        }
    }

    private static void exitCodes(Part codes, List<String> containers) {
        oneOf(codes, OPERATOR, List.of("In", "NotIn"));
        if (codes.has(CONTAINER) && !containers.contains(codes.text(CONTAINER))) {
            codes.invalid(CONTAINER, "must be one of the container or initContainer names in the pod template");
        }
        List<Integer> values = values(codes);
        String shown = "[]int32{" + values.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "}";
        if (values.isEmpty()) {
            codes.invalid(VALUES, codes.has(VALUES) ? shown : "[]int32(nil)", "at least one value is required");
        }
        codes.atMost(VALUES, values.size(), VALUES_MAX);
        for (int i = 0; i < values.size(); i++) {
            String field = VALUES + "[" + i + "]";
            int value = values.get(i);
            if (value == 0 && codes.text(OPERATOR).equals("In")) {
                codes.invalid(field, "0", "must not be 0 for the In operator");
            }
            if (values.indexOf(value) < i) {
                codes.errors().duplicate(codes.at(field), Integer.toString(value));
            }
        }
        if (!values.equals(values.stream().sorted().toList())) {
            codes.invalid(VALUES, shown, "must be ordered");
        }
    }

    private static List<Integer> values(Part codes) {
        List<Integer> values = new ArrayList<>();
        if (codes.fields().get(VALUES) instanceof List<?> list) {
            for (Object value : list) {
                if (value instanceof Number number) {
                    values.add(number.intValue());
                }
            }
        }
        return values;
    }
}
