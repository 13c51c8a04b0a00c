package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks the values of a policy ({@code validation.ValidatePolicy}). */
final class PolicyCheck {

    /** With it a score of 100 would overflow ({@code MaxWeight}). */
    private static final long WEIGHT_END = Long.MAX_VALUE / 100;

    private static final String PREFIX = "couldn't create scheduler from policy: ";

    private final Map<String, Object> policy;
    private final List<ExtenderConfig> extenders;
    private final KubernetesVersion version;
    private final FieldErrors errors = new FieldErrors();
    private final Map<String, Map<String, Object>> custom = new LinkedHashMap<>();

    PolicyCheck(Map<String, Object> policy, List<ExtenderConfig> extenders, KubernetesVersion version) {
        this.policy = policy;
        this.extenders = extenders;
        this.version = version;
    }

    /** What stands before errors about policies that can be read. */
    static String prefix(KubernetesVersion version) {
        return version.has(Feature.POLICY_ERRORS_NAME_POLICY) ? PREFIX : "error creating scheduler: ";
    }

    /** Throws a {@code ConfigurationException} with all mistakes. */
    void check() {
        List<Map<String, Object>> priorities = Tree.maps(policy, "priorities");
        for (int i = 0; i < priorities.size(); i++) {
            priority(priorities.get(i), "priorities[" + i + "]");
        }
        if (version.has(Feature.POLICY_ERRORS_NAME_FIELDS)) {
            ExtenderReader.validate(extenders, errors);
            weight();
        } else {
            extenders();
        }
        errors.report(prefix(version));
    }

    private void weight() {
        long hard = Tree.number(policy, "hardPodAffinitySymmetricWeight", 0);
        if (hard < 0 || hard > 100) {
            errors.invalid("hardPodAffinitySymmetricWeight", hard, "not in valid range [0-100]");
        }
    }

    /** What older versions say when they make the scheduler; 0 stands for the default there. */
    void oldWeight() {
        long hard = Tree.number(policy, "hardPodAffinitySymmetricWeight", 0);
        if (!version.has(Feature.POLICY_ERRORS_NAME_FIELDS) && (hard < 0 || hard > 100)) {
            throw new ConfigurationException(
                    "hardPodAffinitySymmetricWeight",
                    prefix(version) + "invalid hardPodAffinitySymmetricWeight: " + hard
                            + ", must be in the range 1-100");
        }
    }

    /** The same checks of extenders in the words of older versions. */
    private void extenders() {
        int binders = 0;
        Set<String> managed = new TreeSet<>();
        for (int i = 0; i < extenders.size(); i++) {
            ExtenderConfig extender = extenders.get(i);
            String field = "extenders[" + i + "]";
            boolean needsWeight =
                    !extender.prioritizeVerb().isEmpty() || !version.has(Feature.EXTENDER_WEIGHT_FOR_PRIORITIES);
            if (needsWeight && extender.weight() <= 0) {
                errors.add(
                        field + ".weight",
                        "Priority for extender " + extender.urlPrefix()
                                + " should have a positive weight applied to it");
            }
            binders += extender.bindVerb().isEmpty() ? 0 : 1;
            for (ExtenderConfig.ManagedResource resource : extender.managedResources()) {
                resource(field, resource.name());
                if (!managed.add(resource.name())) {
                    errors.add(field, "Duplicate extender managed resource name " + resource.name());
                }
            }
        }
        if (binders > 1) {
            errors.add("extenders", "Only one extender can implement bind, found " + binders);
        }
    }

    private void resource(String field, String name) {
        List<String> wrong = NameRules.qualified(name);
        wrong.forEach(why -> errors.add(field, why));
        if (wrong.isEmpty() && !ExtenderReader.isExtended(name)) {
            errors.add(field, name + " is an invalid extended resource name");
        }
    }

    private void priority(Map<String, Object> priority, String field) {
        String name = Tree.text(priority, "name");
        long weight = Tree.number(priority, "weight", 0);
        if (weight <= 0 || weight >= WEIGHT_END) {
            errors.add(
                    field + ".weight",
                    (version.has(Feature.POLICY_NAMES_QUOTED) ? "priority " : "Priority ") + name
                            + " should have a positive weight applied to it or it has overflown");
        }
        Map<String, Object> argument = Tree.map(priority, "argument");
        if (!Tree.has(priority, "argument") || !version.has(Feature.POLICY_PRIORITIES_MERGED)) {
            return;
        }
        if (Tree.has(argument, "labelPreference")) {
            sameWeight("LabelPreference", priority, field);
        } else if (Tree.has(argument, "serviceAntiAffinity")) {
            sameWeight("ServiceAntiAffinity", priority, field);
        } else if (Tree.has(argument, "requestedToCapacityRatioArguments")) {
            once("RequestedToCapacityRatio", priority, field);
        } else {
            errors.add(field + ".argument", "no priority arguments set for priority " + name);
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
