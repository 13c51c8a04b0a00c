package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The scheduling gates of pods, which may be removed and not added ({@code ValidatePodUpdate}). */
final class SchedulingGates {

    private static final String FIELD = "schedulingGates";

    private SchedulingGates() {}

    /** Whether there are any. */
    static boolean has(PodSpec spec) {
        return !of(spec).isEmpty();
    }

    private static List<?> of(PodSpec spec) {
        return spec.other().get(FIELD) instanceof List<?> gates ? gates : List.of();
    }

    /** The unmodelled fields as they may be after an update: as before, with the gates of the changed specification. */
    static Map<String, Object> permitted(PodSpec changed, PodSpec before, FieldErrors errors) {
        List<?> left = of(changed);
        if (left.equals(of(before))) {
            return before.other();
        }
        for (Object gate : left) {
            if (!of(before).contains(gate)) {
                String name = gate instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : String.valueOf(gate);
                errors.forbidden(
                        "spec." + FIELD, "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
        }
        Map<String, Object> result = new TreeMap<>(before.other());
        if (changed.other().containsKey(FIELD)) {
            result.put(FIELD, left);
        } else {
            result.remove(FIELD);
        }
        return result;
    }
}
