package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds mistakes in what a pod says about other pods near it ({@code validatePodAffinityTerm}). */
final class PodAffinityRules {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TOPOLOGY_KEY = "topologyKey";
    private static final int WEIGHT_MAX = 100;

    private PodAffinityRules() {}

    /** Checks affinity or anti-affinity. */
    static void check(FieldCursor affinity) {
        affinity.items(REQUIRED).forEach(PodAffinityRules::term);
        for (FieldCursor preferred : affinity.items(PREFERRED)) {
            weight(preferred);
            term(preferred.child("podAffinityTerm"));
        }
    }

    /** Checks the weight of a term that need not hold. */
    static void weight(FieldCursor term) {
        if (term.number("weight") < 1 || term.number("weight") > WEIGHT_MAX) {
            term.invalidNumber("weight", "must be in the range 1-100");
        }
    }

    private static void term(FieldCursor term) {
        SelectorRules.check(term.child("labelSelector"));
        if (term.errors().version().has(Feature.POD_AFFINITY_NAMESPACE_SELECTOR)) {
            SelectorRules.check(term.child("namespaceSelector"));
        }
        // The real server reports neither the plural nor an index.
        term.texts("namespaces").forEach(name -> term.errors().named(term.at("namespace"), name, NameRules::label));
        LabelKeys.check(term);
        if (term.text(TOPOLOGY_KEY).isEmpty()) {
            term.required(TOPOLOGY_KEY, "can not be empty");
        }
        term.named(TOPOLOGY_KEY, NameRules::qualified);
    }

    /** Checks selectors into which a new pod has written values of its own labels. */
    static void mergedKeys(@Nullable Map<String, Object> affinity, FieldErrors errors) {
        if (affinity == null || !errors.version().has(Feature.AFFINITY_MATCH_LABEL_KEYS)) {
            return;
        }
        FieldCursor all = new FieldCursor(affinity, "spec.affinity", errors);
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            List<FieldCursor> terms = new ArrayList<>(all.child(kind).items(REQUIRED));
            all.child(kind).items(PREFERRED).forEach(term -> terms.add(term.child("podAffinityTerm")));
            terms.forEach(LabelKeys::conflicts);
        }
    }
}
