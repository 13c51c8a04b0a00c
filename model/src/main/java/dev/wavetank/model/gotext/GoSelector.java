package dev.wavetank.model.gotext;

import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Label selectors as their {@code String} method prints them, which the protobuf compiler generates. */
public final class GoSelector {

    private GoSelector() {}

    /** A selector. */
    public static String of(LabelSelector selector) {
        StringBuilder text = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
        new TreeMap<>(selector.matchLabels())
                .forEach((key, value) ->
                        text.append(key).append(": ").append(value).append(','));
        text.append("},MatchExpressions:[]LabelSelectorRequirement{");
        for (LabelSelector.Requirement one : selector.matchExpressions()) {
            text.append("LabelSelectorRequirement{Key:").append(one.key());
            text.append(",Operator:").append(one.operator()).append(",Values:[");
            text.append(String.join(" ", one.values())).append("],},");
        }
        return text.append("},}").toString();
    }

    /** A selector that is given as a JSON tree; null stands for none. */
    public static String of(Map<String, Object> selector) {
        return selector == null ? "nil" : of(new LabelSelector(labels(selector), requirements(selector)));
    }

    private static Map<String, String> labels(Map<String, Object> selector) {
        Map<String, String> labels = new TreeMap<>();
        if (selector.get("matchLabels") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        return labels;
    }

    private static List<LabelSelector.Requirement> requirements(Map<String, Object> selector) {
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        if (selector.get("matchExpressions") instanceof List<?> given) {
            for (Object expression : given) {
                Map<?, ?> fields = (Map<?, ?>) expression;
                List<String> values = fields.get("values") instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : Collections.emptyList();
                requirements.add(new LabelSelector.Requirement(
                        String.valueOf(fields.get("key")), String.valueOf(fields.get("operator")), values));
            }
        }
        return requirements;
    }
}
