package dev.wavetank.model.apiserver.registry.defaulting;

import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules by which an autoscaler changes a number, where it says something about them but not all. */
final class ScalingBehavior {

    private static final String BEHAVIOR = "behavior";
    private static final String POLICIES = "policies";
    private static final long PERIOD_SECONDS = 15;

    private ScalingBehavior() {}

    /** Completes the rules of a spec; one without any is left so. */
    static void fill(Map<String, Object> spec) {
        if (!(spec.get(BEHAVIOR) instanceof Map<?, ?>)) {
            return;
        }
        Map<String, Object> behavior = new LinkedHashMap<>(JsonFields.map(spec, BEHAVIOR));
        Map<String, Object> up = new LinkedHashMap<>(JsonFields.map(behavior, "scaleUp"));
        up.putIfAbsent("stabilizationWindowSeconds", 0L);
        complete(up, List.of(policy("Pods", 4), policy("Percent", 100)));
        Map<String, Object> down = new LinkedHashMap<>(JsonFields.map(behavior, "scaleDown"));
        complete(down, List.of(policy("Percent", 100)));
        behavior.put("scaleUp", up);
        behavior.put("scaleDown", down);
        spec.put(BEHAVIOR, behavior);
    }

    private static void complete(Map<String, Object> rules, List<Map<String, Object>> policies) {
        rules.putIfAbsent("selectPolicy", "Max");
        rules.putIfAbsent(POLICIES, policies);
    }

    private static Map<String, Object> policy(String type, long value) {
        Map<String, Object> policy = new LinkedHashMap<>();
        policy.put("type", type);
        policy.put("value", value);
        policy.put("periodSeconds", PERIOD_SECONDS);
        return policy;
    }
}
