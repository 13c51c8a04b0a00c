package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes JSON values as Go prints them ({@code %#v}), which is how error texts show them. */
final class GoValue {

    private GoValue() {}

    static String of(Object value) {
        if (value instanceof String text) {
            return quoted(text);
        }
        if (value instanceof Map<?, ?> map) {
            List<String> fields = new ArrayList<>();
            new TreeMap<>(Tree.map(map)).forEach((name, inner) -> fields.add(quoted(name) + ":" + of(inner)));
            return "map[string]interface {}{" + String.join(", ", fields) + "}";
        }
        if (value instanceof List<?> list) {
            return "[]interface {}{"
                    + String.join(", ", list.stream().map(GoValue::of).toList()) + "}";
        }
        return number(value);
    }

    /** A number as Go prints it; anything else as it is. */
    static String number(Object value) {
        return value instanceof Number number && Tree.isWhole(number)
                ? Long.toString(number.longValue())
                : String.valueOf(value);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
