package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks the values of a policy ({@code validation.ValidatePolicy}). */
final class PolicyCheck {

    /** With it a score of 100 would overflow ({@code MaxWeight}). */
    private static final long WEIGHT_END = Long.MAX_VALUE / 100;

    private final Map<String, Object> policy;
    private final List<ExtenderConfig> extenders;
    private final FieldErrors errors = new FieldErrors();
    private final Map<String, Map<String, Object>> custom = new LinkedHashMap<>();

    PolicyCheck(Map<String, Object> policy, List<ExtenderConfig> extenders) {
        this.policy = policy;
        this.extenders = extenders;
    }

    /** Throws a {@code ConfigurationException} with all mistakes. */
    void check() {
        List<Map<String, Object>> priorities = Tree.maps(policy, "priorities");
        for (int i = 0; i < priorities.size(); i++) {
            priority(priorities.get(i), "priorities[" + i + "]");
        }
        ExtenderReader.validate(extenders, errors);
        long hard = Tree.number(policy, "hardPodAffinitySymmetricWeight", 0);
        if (hard < 0 || hard > 100) {
            errors.invalid("hardPodAffinitySymmetricWeight", hard, "not in valid range [0-100]");
        }
        errors.report("couldn't create scheduler from policy: ");
    }

    private void priority(Map<String, Object> priority, String field) {
        String name = Tree.text(priority, "name");
        long weight = Tree.number(priority, "weight", 0);
        if (weight <= 0 || weight >= WEIGHT_END) {
            errors.add(
                    field + ".weight",
                    "priority " + name + " should have a positive weight applied to it or it has overflown");
        }
        Map<String, Object> argument = Tree.map(priority, "argument");
        if (Tree.has(argument, "labelPreference")) {
            sameWeight("LabelPreference", priority, field);
        } else if (Tree.has(argument, "serviceAntiAffinity")) {
            sameWeight("ServiceAntiAffinity", priority, field);
        } else if (Tree.has(argument, "requestedToCapacityRatioArguments")) {
            once("RequestedToCapacityRatio", priority, field);
        }
    }

    private void sameWeight(String type, Map<String, Object> priority, String field) {
        Map<String, Object> before = custom.putIfAbsent(type, priority);
        if (before != null && Tree.number(before, "weight", 0) != Tree.number(priority, "weight", 0)) {
            errors.add(
                    field + ".weight",
                    type + "  priority " + quoted(priority) + " has a different weight with " + quoted(before));
        }
    }

    private void once(String type, Map<String, Object> priority, String field) {
        Map<String, Object> before = custom.putIfAbsent(type, priority);
        if (before != null) {
            errors.add(
                    field,
                    "priority " + quoted(priority) + " redeclares custom priority " + GoText.quoted(type) + ", from: "
                            + quoted(before));
        }
    }

    private static String quoted(Map<String, Object> priority) {
        return GoText.quoted(Tree.text(priority, "name"));
    }
}
