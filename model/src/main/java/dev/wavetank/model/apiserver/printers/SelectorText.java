package dev.wavetank.model.apiserver.printers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Labels and selectors as tables write them. */
final class SelectorText {

    static final String NONE = "<none>";

    private SelectorText() {}

    /** {@code a=b,c=d}, or {@code <none>}. */
    static String labels(Map<?, ?> labels) {
        List<String> pairs = new ArrayList<>();
        labels.forEach((key, value) -> pairs.add(key + "=" + value));
        pairs.sort(null);
        return pairs.isEmpty() ? NONE : String.join(",", pairs);
    }

    /** The requirements of a label selector, sorted by key; the empty string when it has none. */
    static String requirements(Fields selector) {
        Map<String, String> byKey = new TreeMap<>();
        selector.map("matchLabels").forEach((key, value) -> byKey.put((String) key, key + "=" + value));
        for (Fields expression : selector.list("matchExpressions")) {
            String key = expression.text("key");
            // Several requirements on one key stand side by side in their order.
            byKey.merge(key, requirement(expression, key), (one, other) -> one + "," + other);
        }
        return String.join(",", byKey.values());
    }

    private static String requirement(Fields expression, String key) {
        List<String> values = expression.texts("values");
        values.sort(null);
        return switch (expression.text("operator")) {
            case "In" -> key + " in (" + String.join(",", values) + ")";
            case "NotIn" -> key + " notin (" + String.join(",", values) + ")";
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }
}
