package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds mistakes in label selectors, and shows them as Go does. */
public final class SelectorRules {

    private SelectorRules() {}

    /** Checks a label selector. */
    public static void check(Part selector) {
        selector.labels("matchLabels");
        for (Part expression : selector.items("matchExpressions")) {
            int values = expression.texts("values").size();
            switch (expression.text("operator")) {
                case "In", "NotIn" -> {
                    if (values == 0) {
                        expression.required("values", "must be specified when `operator` is 'In' or 'NotIn'");
                    }
                }
                case "Exists", "DoesNotExist" -> {
                    if (values > 0) {
                        expression.forbidden(
                                "values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                    }
                }
                default -> expression.invalid("operator", "not a valid selector operator");
            }
            expression.named("key", NameRules::qualified);
        }
    }

    /** Whether the selector selects everything. */
    public static boolean isEmpty(Part selector) {
        return JsonFields.map(selector.fields(), "matchLabels").isEmpty()
                && selector.items("matchExpressions").isEmpty();
    }

    /** Whether every expression can be understood. */
    public static boolean isUsable(Part selector) {
        FieldErrors trial = new FieldErrors();
        check(new Part(selector.fields(), "", trial));
        return trial.isEmpty();
    }

    /** Whether labels are selected. Asked for usable selectors only. */
    public static boolean matches(Part selector, Map<String, Object> labels) {
        for (Map.Entry<String, Object> wanted :
                JsonFields.map(selector.fields(), "matchLabels").entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        for (Part expression : selector.items("matchExpressions")) {
            Object value = labels.get(expression.text("key"));
            boolean isListed = value != null && expression.texts("values").contains(value.toString());
            boolean fits = switch (expression.text("operator")) {
                case "In" -> isListed;
                case "NotIn" -> !isListed;
                case "Exists" -> value != null;
                default -> value == null;
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** A {@code v1.LabelSelector} in the syntax of Go. */
    public static String shown(Part selector) {
        List<String> requirements = new ArrayList<>();
        for (Part expression : selector.items("matchExpressions")) {
            requirements.add("v1.LabelSelectorRequirement{Key:" + GoSyntax.of(expression.text("key")) + ", Operator:"
                    + GoSyntax.of(expression.text("operator")) + ", Values:"
                    + GoSyntax.strings(expression.texts("values")) + "}");
        }
        return "v1.LabelSelector{MatchLabels:" + GoSyntax.of(JsonFields.textMap(selector.fields(), "matchLabels"))
                + ", MatchExpressions:[]v1.LabelSelectorRequirement"
                + (requirements.isEmpty() ? "(nil)" : "{" + String.join(", ", requirements) + "}") + "}";
    }
}
