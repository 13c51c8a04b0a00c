package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds mistakes in keys of labels whose values a term of pod affinity takes from the pod itself ({@code
 * validateMatchLabelKeysAndMismatchLabelKeys}, KEP-3633).
 */
final class LabelKeys {

    private static final String MATCH = "matchLabelKeys";
    private static final String MISMATCH = "mismatchLabelKeys";
    private static final String SELECTOR = "labelSelector";

    private LabelKeys() {}

    /** Checks the form of a key in a list. */
    static void named(FieldCursor part, String field, int index, String key) {
        part.errors().named(part.at(field) + "[" + index + "]", key, NameRules::qualified);
    }

    /** Checks the keys of a term. */
    static void check(FieldCursor term) {
        if (!term.errors().version().has(Feature.AFFINITY_MATCH_LABEL_KEYS)) {
            return;
        }
        names(term, MATCH);
        names(term, MISMATCH);
        List<String> keys = term.texts(MATCH);
        Set<String> others = new TreeSet<>(term.texts(MISMATCH));
        for (int i = 0; i < keys.size(); i++) {
            if (others.contains(keys.get(i))) {
                term.invalid(
                        MATCH + "[" + i + "]",
                        GoSyntax.of(keys.get(i)),
                        "exists in both matchLabelKeys and mismatchLabelKeys");
            }
        }
    }

    private static void names(FieldCursor term, String field) {
        List<String> keys = term.texts(field);
        if (!keys.isEmpty() && !term.has(SELECTOR)) {
            term.forbidden(field, "must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            named(term, field, i, keys.get(i));
        }
    }

    /**
     * Checks that the selector of a term has nothing yet about the keys that a new pod adds to it. A key that the pod
     * has no label for is not added, and so is fine; so is one that must not match, since the real server forgets it.
     */
    static void conflicts(FieldCursor term, Map<String, String> labels) {
        if (!term.errors().version().has(Feature.AFFINITY_MATCH_LABEL_KEYS) || !term.has(SELECTOR)) {
            return;
        }
        FieldCursor selector = term.child(SELECTOR);
        Set<String> selected = new TreeSet<>(
                JsonFields.textMap(selector.fields(), "matchLabels").keySet());
        selector.items("matchExpressions").forEach(expression -> selected.add(expression.text("key")));
        List<String> keys = term.texts(MATCH);
        for (int i = 0; i < keys.size(); i++) {
            if (labels.containsKey(keys.get(i)) && selected.contains(keys.get(i))) {
                // The real server leaves the name of the field out of the path.
                term.errors()
                        .invalid(
                                term.path() + "[" + i + "]",
                                GoSyntax.of(keys.get(i)),
                                "exists in both matchLabelKeys and labelSelector");
            }
        }
    }
}
