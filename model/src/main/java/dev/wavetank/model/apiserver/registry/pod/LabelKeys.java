package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.List;
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

    /** Checks the keys of a constraint on the spread of pods, once the server writes them into its selector. */
    static void checkSpread(FieldCursor constraint) {
        names(constraint, MATCH);
        conflicts(constraint);
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
     * Checks that the selector, into which a new pod has written what the keys mean, has each of them once. A key that
     * the pod has no label for is not written, and so is fine; so is one that must not match, since the real server
     * forgets it.
     */
    static void conflicts(FieldCursor term) {
        if (!term.has(SELECTOR)) {
            return;
        }
        List<String> keys = term.texts(MATCH);
        FieldCursor selector = term.child(SELECTOR);
        Set<String> selected = new TreeSet<>(
                JsonFields.textMap(selector.fields(), "matchLabels").keySet());
        for (FieldCursor expression : selector.items("matchExpressions")) {
            String key = expression.text("key");
            int index = keys.lastIndexOf(key);
            if (!selected.add(key) && index >= 0) {
                // The real server leaves the name of the field out of the path.
                term.errors()
                        .invalid(
                                term.path() + "[" + index + "]",
                                GoSyntax.of(key),
                                "exists in both matchLabelKeys and labelSelector");
            }
        }
    }
}
