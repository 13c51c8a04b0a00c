package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds mistakes in label selectors, kept as records or as JSON trees. */
public final class SelectorRules {

    private SelectorRules() {}

    /** Checks a label selector that is kept as a JSON tree. */
    public static void check(FieldCursor selector) {
        List<LabelSelector.Requirement> expressions = new ArrayList<>(0);
        for (FieldCursor expression : selector.items("matchExpressions")) {
            expressions.add(new LabelSelector.Requirement(
                    expression.text("key"), expression.text("operator"), expression.texts("values")));
        }
        Map<String, String> labels = JsonFields.textMap(selector.fields(), "matchLabels");
        check(new LabelSelector(labels, expressions), selector.path(), selector.errors());
    }

    /** Checks a label selector; an absent one is fine. */
    public static void check(LabelSelector selector, String path, FieldErrors errors) {
        if (selector == null) {
            return;
        }
        MetadataRules.validateLabels(selector.matchLabels(), path + ".matchLabels", errors);
        List<LabelSelector.Requirement> expressions = selector.matchExpressions();
        for (int i = 0; i < expressions.size(); i++) {
            check(expressions.get(i), path + ".matchExpressions[" + i + "]", errors);
        }
    }

    private static void check(LabelSelector.Requirement expression, String path, FieldErrors errors) {
        boolean hasValues = !expression.values().isEmpty();
        switch (expression.operator() == null ? "" : expression.operator()) {
            case "In", "NotIn" -> {
                if (!hasValues) {
                    errors.required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (hasValues) {
                    errors.forbidden(
                            path + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default ->
                errors.invalid(path + ".operator", GoSyntax.of(expression.operator()), "not a valid selector operator");
        }
        errors.named(path + ".key", expression.key(), NameRules::qualified);
    }

    /** Whether every expression can be understood. */
    public static boolean isUsable(LabelSelector selector, KubernetesVersion version) {
        FieldErrors trial = new FieldErrors(version);
        check(selector, "", trial);
        return trial.isEmpty();
    }
}
