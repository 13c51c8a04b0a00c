package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Selectors of metrics as the texts of the real controller show them: in the syntax of Go. */
final class GoSelector {

    private GoSelector() {}

    /** A selector that is given as a JSON tree; null stands for none. */
    static String of(Map<String, Object> selector) {
        if (selector == null) {
            return "nil";
        }
        StringBuilder text = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
        if (selector.get("matchLabels") instanceof Map<?, ?> labels) {
            Map<String, Object> sorted = new TreeMap<>();
            labels.forEach((key, value) -> sorted.put(String.valueOf(key), value));
            sorted.forEach(
                    (key, value) -> text.append(key).append(": ").append(value).append(','));
        }
        text.append("},MatchExpressions:[]LabelSelectorRequirement{");
        if (selector.get("matchExpressions") instanceof List<?> expressions) {
            for (Object expression : expressions) {
                text.append(requirement((Map<?, ?>) expression));
            }
        }
        return text.append("},}").toString();
    }

    private static String requirement(Map<?, ?> expression) {
        String values = expression.get("values") instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(" "))
                : "";
        return "LabelSelectorRequirement{Key:" + expression.get("key") + ",Operator:" + expression.get("operator")
                + ",Values:[" + values + "],},";
    }
}
