package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Map;

/** Checks the arguments of PodTopologySpread ({@code ValidatePodTopologySpreadArgs}). */
final class SpreadCheck {

    private static final String SYSTEM = "System";
    private static final String LIST = "List";

    private final boolean newer;
    private final String path;
    private final FieldErrors errors;

    SpreadCheck(boolean newer, String path, FieldErrors errors) {
        this.newer = newer;
        this.path = path;
        this.errors = errors;
    }

    void check(Map<String, Object> args, boolean isSystemByDefault) {
        List<Map<String, Object>> constraints = Tree.maps(args, "defaultConstraints");
        String type = Tree.text(args, "defaultingType");
        type(type.isEmpty() && isSystemByDefault ? SYSTEM : type, constraints);
        for (int i = 0; i < constraints.size(); i++) {
            Map<String, Object> constraint = constraints.get(i);
            String field = path + "defaultConstraints[" + i + "]";
            long skew = Tree.number(constraint, "maxSkew", 0);
            if (skew <= 0) {
                errors.invalid(
                        field + ".maxSkew", skew, newer ? "not in valid range (0, inf)" : "must be greater than zero");
            }
            String key = Tree.text(constraint, "topologyKey");
            if (key.isEmpty()) {
                errors.required(field + ".topologyKey", "can not be empty");
            } else {
                errors.qualifiedName(field + ".topologyKey", key);
            }
            action(field + ".whenUnsatisfiable", Tree.text(constraint, "whenUnsatisfiable"));
            if (Tree.has(constraint, "labelSelector")) {
                errors.forbidden(
                        field + ".labelSelector",
                        "constraint must not define a selector, as they deduced for each pod");
            }
            repeated(constraints, i, field);
        }
    }

    private void type(String type, List<Map<String, Object>> constraints) {
        if (type.equals(SYSTEM) && !constraints.isEmpty()) {
            errors.invalid(path + "defaultingType", type, "when .defaultConstraints are not empty");
        } else if (!type.isEmpty() && !type.equals(SYSTEM) && !type.equals(LIST)) {
            errors.unsupported(path + "defaultingType", type, List.of(SYSTEM, LIST));
        }
    }

    private void action(String field, String action) {
        List<String> actions = List.of("DoNotSchedule", "ScheduleAnyway");
        if (action.isEmpty()) {
            errors.required(field, "can not be empty");
        } else if (!actions.contains(action)) {
            errors.unsupported(field, action, actions);
        }
    }

    private void repeated(List<Map<String, Object>> constraints, int index, String field) {
        String key = key(constraints.get(index));
        for (int i = 0; i < index; i++) {
            if (key(constraints.get(i)).equals(key)) {
                errors.duplicate(field, GoText.quoted(key));
                return;
            }
        }
    }

    private static String key(Map<String, Object> constraint) {
        return "{" + Tree.text(constraint, "topologyKey") + ", " + Tree.text(constraint, "whenUnsatisfiable") + "}";
    }
}
