package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of plug-ins ({@code validation_pluginargs.go}; before v1.22 also the constructors of the
 * plug-ins).
 */
final class ArgumentsCheck {

    /**
     * The plug-in whose arguments are checked when it is made in every version: {@code validatePluginConfig} looks for
     * it by the name of its arguments, which is not the name of a plug-in.
     */
    static final String FIT = "NodeResourcesFit";

    private static final int WEIGHT_MAX = 100;
    private static final String WEIGHT = "weight";
    private static final String RESOURCES = "resources";

    private final KubernetesVersion version;
    private final @Nullable ConfigApi api;
    private final boolean asFields;
    private final boolean newer;
    private final String path;
    private final FieldErrors errors;

    private ArgumentsCheck(KubernetesVersion version, @Nullable ConfigApi api, String path, FieldErrors errors) {
        this.version = version;
        this.api = api;
        this.asFields = version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS);
        this.newer = version.has(Feature.SCHEDULER_ARGUMENT_TEXTS);
        this.path = path;
        this.errors = errors;
    }

    /**
     * Checks one plug-in's arguments.
     *
     * @param arguments what the file says
     * @param api the version of the file; null for no file
     */
    static void check(
            Draft.Arguments arguments, @Nullable ConfigApi api, KubernetesVersion version, FieldErrors errors) {
        boolean namesPath = version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS)
                && !arguments.plugin().equals(FIT);
        String path = namesPath ? arguments.path() + ".args." : "";
        new ArgumentsCheck(version, api, path, errors).check(arguments.plugin(), arguments.tree());
    }

    private void check(String plugin, Map<String, Object> args) {
        switch (plugin) {
            case "DefaultPreemption" -> preemption(args);
            case "DynamicResources" -> devices(args);
            case "InterPodAffinity" ->
                range("hardPodAffinityWeight", Tree.number(args, "hardPodAffinityWeight", 1), 0, WEIGHT_MAX);
            case "NodeAffinity" -> new NodeAffinityCheck(newer, path, errors).check(args);
            case "NodeLabel" -> {
                labels(args, "presentLabels", "absentLabels");
                labels(args, "presentLabelsPreference", "absentLabelsPreference");
            }
            case "NodeResourcesBalancedAllocation" -> balanced(args);
            case FIT -> new FitCheck(asFields, path, errors).check(args);
            case "NodeResourcesLeastAllocated", "NodeResourcesMostAllocated" -> weights(args);
            case "PodTopologySpread" -> new SpreadCheck(newer, path, errors).check(args, isSystemByDefault());
            case "RequestedToCapacityRatio" -> ratio(args);
            case "VolumeBinding" -> volumes(args);
            default -> {}
        }
    }

    /** Up to v1beta1 constraints without a type make it a list ({@code SetDefaults_PodTopologySpreadArgs}). */
    private boolean isSystemByDefault() {
        return api != null && api.compareTo(ConfigApi.V1BETA1) > 0;
    }

    private void range(String field, long value, long min, long max) {
        if (value < min || value > max) {
            errors.invalid(path + field, value, "not in valid range [" + min + (newer ? ", " : "-") + max + "]");
        }
    }

    private void preemption(Map<String, Object> args) {
        long percentage = Tree.number(args, "minCandidateNodesPercentage", 10);
        long absolute = Tree.number(args, "minCandidateNodesAbsolute", 100);
        String percentageField = path + "minCandidateNodesPercentage";
        String absoluteField = path + "minCandidateNodesAbsolute";
        if (newer) {
            range("minCandidateNodesPercentage", percentage, 0, 100);
            if (absolute < 0) {
                errors.invalid(absoluteField, absolute, "not in valid range [0, inf)");
            }
            if (percentage == 0 && absolute == 0) {
                errors.invalid(percentageField, 0, "cannot be zero at the same time as minCandidateNodesAbsolute");
                errors.invalid(absoluteField, 0, "cannot be zero at the same time as minCandidateNodesPercentage");
            }
        } else if (percentage < 0 || percentage > 100) {
            errors.add(percentageField, "minCandidateNodesPercentage is not in the range [0, 100]");
        } else if (absolute < 0) {
            errors.add(absoluteField, "minCandidateNodesAbsolute is not in the range [0, inf)");
        } else if (percentage == 0 && absolute == 0) {
            errors.add(
                    percentageField, "both minCandidateNodesPercentage and minCandidateNodesAbsolute cannot be zero");
        }
    }

    private void devices(Map<String, Object> args) {
        if (!Tree.has(args, "filterTimeout")) {
            return;
        }
        String field = path + "filterTimeout";
        long nanos = ExtenderReader.duration(field, Tree.text(args, "filterTimeout"));
        if (nanos < 0) {
            errors.invalid(field, GoValue.duration(nanos), "must be zero or positive");
        }
    }

    /** The same label cannot be wanted and not wanted; before v1.21 the first such label counts. */
    private void labels(Map<String, Object> args, String presentField, String absentField) {
        List<String> present = Tree.texts(args, presentField);
        List<String> absent = Tree.texts(args, absentField);
        for (int i = 0; i < absent.size(); i++) {
            String label = absent.get(i);
            int at = present.lastIndexOf(label);
            if (at >= 0 && newer) {
                errors.invalid(
                        path + presentField + "[" + at + "]",
                        label,
                        "conflict with " + path + absentField + "[" + i + "]");
            } else if (at >= 0 && errors.isEmpty()) {
                errors.add(
                        presentField,
                        "detecting at least one label (e.g., " + GoText.quoted(label)
                                + ") that exist in both the present([" + String.join(" ", present) + "]) and absent(["
                                + String.join(" ", absent) + "]) label list");
            }
        }
    }

    private void balanced(Map<String, Object> args) {
        List<Map<String, Object>> resources = Tree.maps(args, RESOURCES);
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < resources.size(); i++) {
            String name = Tree.text(resources.get(i), "name");
            if (!seen.add(name)) {
                errors.duplicate(path + "resources[" + i + "].name", GoText.quoted(name));
            }
            long weight = defaulted(resources.get(i));
            if (weight != 1) {
                errors.invalid(path + "resources[" + i + "].weight", weight, "must be 1");
            }
        }
    }

    /** A weight of 0 is as good as none, which means 1. */
    static long defaulted(Map<String, Object> resource) {
        long weight = Tree.number(resource, WEIGHT, 0);
        return weight == 0 ? 1 : weight;
    }

    /** Resources with weights, of the plug-ins about least and most allocated nodes. */
    private void weights(Map<String, Object> args) {
        List<Map<String, Object>> resources = Tree.maps(args, RESOURCES);
        for (int i = 0; i < resources.size(); i++) {
            long weight = Tree.number(resources.get(i), WEIGHT, 0);
            String name = Tree.text(resources.get(i), "name");
            if (weight > 0 && weight <= WEIGHT_MAX) {
                continue;
            }
            if (newer) {
                errors.invalid(
                        path + "resources[" + i + "].weight",
                        weight,
                        "resource weight of " + name + " not in valid range (0, 100]");
            } else if (errors.isEmpty()) {
                errors.add(
                        RESOURCES,
                        "resource Weight of " + name + " should be "
                                + (weight <= 0 ? "a positive value" : "less than 100") + ", got " + weight);
            }
        }
    }

    private void ratio(Map<String, Object> args) {
        List<Map<String, Object>> shape = Tree.maps(args, "shape");
        ShapeCheck check = new ShapeCheck(errors);
        if (newer) {
            check.fields(shape, path + "shape", (asFields ? "" : "utilization ") + ShapeCheck.SORTED);
        } else {
            check.firstMistake(shape);
        }
        List<Map<String, Object>> resources = Tree.maps(args, RESOURCES);
        for (int i = 0; i < resources.size(); i++) {
            long weight = defaulted(resources.get(i));
            String name = Tree.text(resources.get(i), "name");
            if (weight < 1 && newer) {
                errors.invalid(
                        path + "resources[" + i + "].weight",
                        weight,
                        "resource weight of " + name + " not in valid range [1, inf)");
            } else if (weight < 1 && errors.isEmpty()) {
                errors.add(RESOURCES, "resource " + name + " weight " + weight + " must not be less than 1");
            }
        }
    }

    private void volumes(Map<String, Object> args) {
        long timeout = Tree.number(args, "bindTimeoutSeconds", 600);
        String why = "invalid BindTimeoutSeconds, should not be a negative value";
        if (timeout < 0 && newer) {
            errors.invalid(path + "bindTimeoutSeconds", timeout, why);
        } else if (timeout < 0) {
            errors.add("bindTimeoutSeconds", why);
        }
        if (asFields && Tree.has(args, "shape")) {
            errors.invalid(
                    path + "shape",
                    new GoValue(ShapeCheck.goSyntax(Tree.maps(args, "shape"))),
                    "unexpected field `shape`, remove it or turn on the feature gate "
                            + (version.has(Feature.STORAGE_CAPACITY_SCORING)
                                    ? "StorageCapacityScoring"
                                    : "VolumeCapacityPriority"));
        }
    }
}
