package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import java.util.List;
import java.util.Map;

/** Checks the arguments of NodeResourcesFit ({@code ValidateNodeResourcesFitArgs}). */
final class FitCheck {

    private static final int WEIGHT_MAX = 100;
    private static final String RATIO = "RequestedToCapacityRatio";
    private static final String SHAPED = "requestedToCapacityRatio";
    private static final List<String> TYPES = List.of("LeastAllocated", "MostAllocated", RATIO);

    private final boolean hasStrategies;
    private final String path;
    private final FieldErrors errors;

    FitCheck(boolean hasStrategies, String path, FieldErrors errors) {
        this.hasStrategies = hasStrategies;
        this.path = path;
        this.errors = errors;
    }

    void check(Map<String, Object> args) {
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
        if (hasStrategies && Tree.has(args, "scoringStrategy")) {
            strategy(Tree.map(args, "scoringStrategy"), path + "scoringStrategy");
        }
    }

    private void strategy(Map<String, Object> strategy, String field) {
        String type = Tree.text(strategy, "type");
        if (!TYPES.contains(type)) {
            errors.unsupported(field + ".type", type, TYPES);
        }
        List<Map<String, Object>> resources = Tree.maps(strategy, "resources");
        for (int i = 0; i < resources.size(); i++) {
            long weight = ArgumentsCheck.defaulted(resources.get(i));
            if (weight <= 0 || weight > WEIGHT_MAX) {
                String name = Tree.text(resources.get(i), "name");
                errors.invalid(
                        field + ".resources[" + i + "].weight",
                        weight,
                        "resource weight of " + name + " not in valid range (0, 100]");
            }
        }
        if (Tree.has(strategy, SHAPED)) {
            List<Map<String, Object>> shape = Tree.maps(Tree.map(strategy, SHAPED), "shape");
            // The real path leaves the field in between out.
            new ShapeCheck(errors).fields(shape, field + ".shape", ShapeCheck.SORTED);
        } else if (type.equals(RATIO)) {
            // No check looks for it: the constructor of the plug-in reads its shape at once.
            throw new ConfigurationException(
                    field + "." + SHAPED,
                    "panic: runtime error: invalid memory address or nil pointer dereference",
                    SHAPED + " with a shape is needed by the type " + RATIO + "; kube-scheduler would panic");
        }
    }
}
