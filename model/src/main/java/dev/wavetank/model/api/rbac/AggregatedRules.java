package dev.wavetank.model.api.rbac;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a ClusterRole with an aggregation rule should have: those of the ClusterRoles that it selects, by
 * selector and name, each once ({@code pkg/controller/clusterroleaggregation} v1.32).
 */
public final class AggregatedRules {

    private static final String RULE = "aggregationRule";

    private AggregatedRules() {}

    /** Whether others decide what rules a ClusterRole has. */
    public static boolean aggregates(GenericObject role) {
        return role.other().get(RULE) instanceof Map<?, ?>;
    }

    /** The rules that a ClusterRole has. */
    public static List<?> rules(GenericObject role) {
        return role.other().get("rules") instanceof List<?> rules ? rules : List.of();
    }

    /**
     * The rules of the ClusterRoles that one selects.
     *
     * @param all ClusterRoles by name
     */
    public static List<Object> of(GenericObject role, List<GenericObject> all) {
        List<Object> wanted = new ArrayList<>();
        for (LabelSelector selector : selectors(role)) {
            all.stream()
                    .filter(other -> !other.key().equals(role.key()))
                    .filter(other -> selector.matches(other.metadata().labels()))
                    .flatMap(other -> rules(other).stream())
                    .filter(rule -> !wanted.contains(rule))
                    .forEach(wanted::add);
        }
        return wanted;
    }

    private static List<LabelSelector> selectors(GenericObject role) {
        return role.other().get(RULE) instanceof Map<?, ?> rule
                ? maps(rule.get("clusterRoleSelectors")).stream()
                        .map(AggregatedRules::selector)
                        .toList()
                : List.of();
    }

    private static LabelSelector selector(Map<?, ?> tree) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (tree.get("matchLabels") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        List<LabelSelector.Requirement> requirements = maps(tree.get("matchExpressions")).stream()
                .map(one -> new LabelSelector.Requirement(
                        String.valueOf(one.get("key")),
                        String.valueOf(one.get("operator")),
                        one.get("values") instanceof List<?> values
                                ? values.stream().map(String::valueOf).toList()
                                : List.of()))
                .toList();
        return new LabelSelector(labels, requirements);
    }

    private static List<Map<?, ?>> maps(@Nullable Object tree) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (tree instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> map) {
                    maps.add(map);
                }
            }
        }
        return maps;
    }
}
