package dev.wavetank.model.kubectl.describe.page;

import dev.wavetank.model.api.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Label selectors of objects as text (apimachinery, pkg/labels/selector.go). */
public final class Selectors {

    private Selectors() {}

    /** A selector as it stands in queries; empty when it selects everything. */
    public static String query(Map<String, Object> selector) {
        return of(selector).query();
    }

    /** A selector as it stands in an object. */
    public static LabelSelector of(Map<String, Object> selector) {
        Map<String, String> labels = new TreeMap<>();
        if (selector.get("matchLabels") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        if (selector.get("matchExpressions") instanceof List<?> expressions) {
            for (Object expression : expressions) {
                Map<?, ?> fields = (Map<?, ?>) expression;
                List<String> values = fields.get("values") instanceof List<?> list
                        ? list.stream().map(String::valueOf).sorted().toList()
                        : List.of();
                requirements.add(new LabelSelector.Requirement(
                        String.valueOf(fields.get("key")), String.valueOf(fields.get("operator")), values));
            }
        }
        return new LabelSelector(labels, requirements);
    }

    /** The same, or {@code <none>} (apimachinery, pkg/apis/meta/v1, FormatLabelSelector). */
    public static String orNone(Map<String, Object> selector) {
        return Page.orNone(query(selector));
    }
}
