package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes values as the error texts of the real server show them: in the syntax of Go ({@code %#v}). */
public final class GoSyntax {

    private GoSyntax() {}

    /** A quoted string. */
    public static String of(String text) {
        return '"' + text + '"';
    }

    /** An instant, as Go prints it. */
    public static String of(Instant instant) {
        return instant.toString().replace('T', ' ').replace("Z", " +0000 UTC");
    }

    /** A {@code map[string]string}. */
    public static String of(Map<String, String> map) {
        if (map.isEmpty()) {
            return "map[string]string(nil)";
        }
        List<String> pairs = new ArrayList<>(map.size());
        new TreeMap<>(map).forEach((key, value) -> pairs.add(of(key) + ":" + of(value)));
        return "map[string]string{" + String.join(", ", pairs) + "}";
    }

    /** A {@code v1.LabelSelector}. */
    public static String of(LabelSelector selector) {
        List<String> requirements = new ArrayList<>(selector.matchExpressions().size());
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            requirements.add("v1.LabelSelectorRequirement{Key:" + of(requirement.key()) + ", Operator:"
                    + of(requirement.operator()) + ", Values:" + strings(requirement.values()) + "}");
        }
        String expressions = requirements.isEmpty() ? "(nil)" : "{" + String.join(", ", requirements) + "}";
        return "v1.LabelSelector{MatchLabels:" + of(selector.matchLabels())
                + ", MatchExpressions:[]v1.LabelSelectorRequirement" + expressions + "}";
    }

    /** An {@code intstr.IntOrString}. */
    public static String intOrString(Object value) {
        if (value instanceof Number number) {
            return "intstr.IntOrString{Type:0, IntVal:" + number + ", StrVal:\"\"}";
        }
        return "intstr.IntOrString{Type:1, IntVal:0, StrVal:" + of(value.toString()) + "}";
    }

    /** A {@code []string}. */
    public static String strings(List<String> values) {
        return values.isEmpty() ? "[]string(nil)" : "[]string{\"" + String.join("\", \"", values) + "\"}";
    }
}
