package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;

/**
 * Checks the arguments of plug-ins ({@code validation_pluginargs.go}; before v1.22 also the constructors of the
 * plug-ins).
 */
final class ArgumentsCheck {

    private static final int WEIGHT_MAX = 100;

    private final boolean asFields;
    private final String path;
    private final FieldErrors errors;

    private ArgumentsCheck(boolean asFields, String path, FieldErrors errors) {
        this.asFields = asFields;
        this.path = path;
        this.errors = errors;
    }

    /**
     * Checks one plug-in's arguments.
     *
     * @param path where the arguments stand, for versions that say it
     */
    static void check(
            String plugin, Map<String, Object> args, String path, KubernetesVersion version, FieldErrors errors) {
        boolean asFields = version.has(Feature.SCHEDULER_ARGUMENTS_AS_FIELDS);
        new ArgumentsCheck(asFields, asFields ? path + "." : "", errors).check(plugin, args);
    }

    private void check(String plugin, Map<String, Object> args) {
        switch (plugin) {
            case "DefaultPreemption" -> preemption(args);
            case "InterPodAffinity" ->
                range("hardPodAffinityWeight", Tree.number(args, "hardPodAffinityWeight", 1), 0, WEIGHT_MAX);
            case "NodeAffinity" -> new NodeAffinityCheck(asFields, path, errors).check(args);
            case "NodeResourcesBalancedAllocation" -> balanced(args);
            case "NodeResourcesFit" -> fit(args);
            case "NodeResourcesLeastAllocated", "NodeResourcesMostAllocated" -> weights(args);
            case "PodTopologySpread" -> new SpreadCheck(asFields, path, errors).check(args);
            case "RequestedToCapacityRatio" -> ratio(args);
            case "VolumeBinding" -> volumes(args);
            default -> {}
        }
    }

    private void range(String field, long value, long min, long max) {
        if (value < min || value > max) {
            errors.invalid(path + field, value, "not in valid range [" + min + (asFields ? ", " : "-") + max + "]");
        }
    }

    private void preemption(Map<String, Object> args) {
        long percentage = Tree.number(args, "minCandidateNodesPercentage", 10);
        long absolute = Tree.number(args, "minCandidateNodesAbsolute", 100);
        String percentageField = path + "minCandidateNodesPercentage";
        String absoluteField = path + "minCandidateNodesAbsolute";
        if (asFields) {
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

    private void balanced(Map<String, Object> args) {
        List<Map<String, Object>> resources = Tree.maps(args, "resources");
        for (int i = 0; i < resources.size(); i++) {
            long weight = Tree.number(resources.get(i), "weight", 1);
            if (weight != 1) {
                errors.invalid(path + "resources[" + i + "].weight", weight, "must be 1");
            }
        }
    }

    /** Resources with weights, of the plug-ins about least and most allocated nodes; the first mistake counts. */
    private void weights(Map<String, Object> args) {
        for (Map<String, Object> resource : Tree.maps(args, "resources")) {
            long weight = Tree.number(resource, "weight", 0);
            String start = "resource Weight of " + Tree.text(resource, "name") + " should be ";
            if (errors.isEmpty() && weight <= 0) {
                errors.add("resources", start + "a positive value, got " + weight);
            } else if (errors.isEmpty() && weight > WEIGHT_MAX) {
                errors.add("resources", start + "less than 100, got " + weight);
            }
        }
    }

    private void fit(Map<String, Object> args) {
        List<String> ignored = Tree.texts(args, "ignoredResources");
        for (int i = 0; i < ignored.size(); i++) {
            errors.qualifiedName(path + "ignoredResources[" + i + "]", ignored.get(i));
        }
        List<String> groups = Tree.texts(args, "ignoredResourceGroups");
        for (int i = 0; i < groups.size(); i++) {
            String field = path + "ignoredResourceGroups[" + i + "]";
            if (groups.get(i).contains("/")) {
                errors.invalid(field, groups.get(i), "resource group name can't contain '/'");
            }
            errors.qualifiedName(field, groups.get(i));
        }
        if (asFields && Tree.has(args, "scoringStrategy")) {
            strategy(Tree.map(args, "scoringStrategy"), path + "scoringStrategy");
        }
    }

    private void strategy(Map<String, Object> strategy, String field) {
        String type = Tree.text(strategy, "type");
        List<String> types = List.of("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio");
        if (!types.contains(type)) {
            errors.unsupported(field + ".type", type, types);
        }
        List<Map<String, Object>> resources = Tree.maps(strategy, "resources");
        for (int i = 0; i < resources.size(); i++) {
            long weight = Tree.number(resources.get(i), "weight", 1);
            if (weight <= 0 || weight > WEIGHT_MAX) {
                String name = Tree.text(resources.get(i), "name");
                errors.invalid(
                        field + ".resources[" + i + "].weight",
                        weight,
                        "resource weight of " + name + " not in valid range (0, 100]");
            }
        }
        String ratio = field + ".requestedToCapacityRatio";
        if (!type.equals("RequestedToCapacityRatio") && Tree.has(strategy, "requestedToCapacityRatio")) {
            errors.forbidden(ratio, "must be nil when type is not RequestedToCapacityRatio");
        } else if (type.equals("RequestedToCapacityRatio") && !Tree.has(strategy, "requestedToCapacityRatio")) {
            errors.required(ratio, "must be specified when type is RequestedToCapacityRatio");
        } else if (type.equals("RequestedToCapacityRatio")) {
            shape(Tree.maps(Tree.map(strategy, "requestedToCapacityRatio"), "shape"), ratio + ".shape");
        }
    }

    private void shape(List<Map<String, Object>> shape, String field) {
        if (shape.isEmpty()) {
            errors.required(field, "at least one point must be specified");
        }
        for (int i = 1; i < shape.size(); i++) {
            long utilization = Tree.number(shape.get(i), "utilization", 0);
            if (Tree.number(shape.get(i - 1), "utilization", 0) >= utilization) {
                errors.invalid(
                        field + "[" + i + "].utilization", utilization, "values must be sorted in increasing order");
                break;
            }
        }
        for (int i = 0; i < shape.size(); i++) {
            long utilization = Tree.number(shape.get(i), "utilization", 0);
            long score = Tree.number(shape.get(i), "score", 0);
            if (utilization < 0 || utilization > 100) {
                errors.invalid(field + "[" + i + "].utilization", utilization, "not in valid range [0, 100]");
            }
            if (score < 0 || score > 10) {
                errors.invalid(field + "[" + i + "].score", score, "not in valid range [0, 10]");
            }
        }
    }

    /** The first mistake counts. */
    private void ratio(Map<String, Object> args) {
        List<Map<String, Object>> shape = Tree.maps(args, "shape");
        if (shape.isEmpty()) {
            errors.add("shape", "at least one point must be specified");
            return;
        }
        for (int i = 1; i < shape.size() && errors.isEmpty(); i++) {
            long before = Tree.number(shape.get(i - 1), "utilization", 0);
            long after = Tree.number(shape.get(i), "utilization", 0);
            if (before >= after) {
                errors.add(
                        "shape",
                        "utilization values must be sorted. Utilization[" + (i - 1) + "]==" + before
                                + " >= Utilization[" + i + "]==" + after);
            }
        }
        for (int i = 0; i < shape.size() && errors.isEmpty(); i++) {
            bounds("utilization", i, Tree.number(shape.get(i), "utilization", 0), 100);
            bounds("score", i, Tree.number(shape.get(i), "score", 0), 10);
        }
        for (Map<String, Object> resource : Tree.maps(args, "resources")) {
            long weight = Tree.number(resource, "weight", 1);
            if (weight < 1 && errors.isEmpty()) {
                errors.add(
                        "resources",
                        "resource weight of " + Tree.text(resource, "name") + " must be at least 1, got " + weight);
            }
        }
    }

    private void bounds(String what, int index, long value, long max) {
        if (errors.isEmpty() && value < 0) {
            errors.add("shape", what + " values must not be less than 0. " + capital(what, index, value));
        } else if (errors.isEmpty() && value > max) {
            errors.add("shape", what + " values must not exceed " + max + ". " + capital(what, index, value));
        }
    }

    private static String capital(String what, int index, long value) {
        return Character.toUpperCase(what.charAt(0)) + what.substring(1) + "[" + index + "]==" + value;
    }

    private void volumes(Map<String, Object> args) {
        long timeout = Tree.number(args, "bindTimeoutSeconds", 600);
        String why = "invalid BindTimeoutSeconds, should not be a negative value";
        if (timeout < 0 && asFields) {
            errors.invalid(path + "bindTimeoutSeconds", timeout, why);
        } else if (timeout < 0) {
            errors.add("bindTimeoutSeconds", why);
        }
        if (asFields && Tree.has(args, "shape")) {
            errors.invalid(
                    path + "shape",
                    Tree.maps(args, "shape").size() + " points",
                    "unexpected field `shape`, remove it or turn on the feature gate VolumeCapacityPriority");
        }
    }
}
