package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds mistakes in constraints on the spread of pods ({@code validateTopologySpreadConstraints} of
 * pkg/apis/core/validation/validation.go). Fields that a version does not have, it drops without a look.
 */
final class SpreadRules {

    private static final String SKEW = "maxSkew";
    private static final String DOMAINS = "minDomains";
    private static final String KEY = "topologyKey";
    private static final String ACTION = "whenUnsatisfiable";
    private static final String SELECTOR = "labelSelector";
    private static final String NOT_POSITIVE = "must be greater than zero";
    private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> NODE_POLICIES = List.of("Honor", "Ignore");

    private SpreadRules() {}

    /** Checks all constraints of a pod. */
    static void check(List<FieldCursor> constraints) {
        for (int i = 0; i < constraints.size(); i++) {
            FieldCursor constraint = constraints.get(i);
            if (constraint.number(SKEW) <= 0) {
                constraint.invalidNumber(SKEW, NOT_POSITIVE);
            }
            if (constraint.text(KEY).isEmpty()) {
                constraint.required(KEY, "can not be empty");
            }
            constraint.oneOf(ACTION, ACTIONS);
            repeated(constraint, constraints.subList(i + 1, constraints.size()));
            domains(constraint);
            nodes(constraint);
            keys(constraint);
            if (constraint.has(SELECTOR) && version(constraint).has(Feature.SPREAD_SELECTORS_CHECKED)) {
                SelectorRules.check(constraint.child(SELECTOR));
            }
        }
    }

    private static KubernetesVersion version(FieldCursor constraint) {
        return constraint.errors().version();
    }

    /** Of a key there is one constraint that must hold, and one that should. */
    private static void repeated(FieldCursor constraint, List<FieldCursor> others) {
        String kind = kind(constraint);
        if (others.stream().anyMatch(other -> kind(other).equals(kind))) {
            constraint.errors().duplicate(constraint.at("{" + KEY + ", " + ACTION + "}"), GoSyntax.of(kind));
        }
    }

    private static String kind(FieldCursor constraint) {
        return "{" + constraint.text(KEY) + ", " + constraint.text(ACTION) + "}";
    }

    private static void domains(FieldCursor constraint) {
        if (!constraint.has(DOMAINS) || !version(constraint).has(Feature.SPREAD_MIN_DOMAINS)) {
            return;
        }
        if (constraint.number(DOMAINS) <= 0) {
            constraint.invalidNumber(DOMAINS, NOT_POSITIVE);
        }
        String action = constraint.text(ACTION);
        if (!action.equals("DoNotSchedule")) {
            constraint.invalidNumber(
                    DOMAINS, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
        }
    }

    private static void nodes(FieldCursor constraint) {
        if (!version(constraint).has(Feature.SPREAD_NODE_INCLUSION)) {
            return;
        }
        for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
            if (constraint.has(policy)) {
                constraint.oneOf(policy, NODE_POLICIES);
            }
        }
    }

    private static void keys(FieldCursor constraint) {
        List<String> keys = constraint.texts("matchLabelKeys");
        if (keys.isEmpty() || !version(constraint).has(Feature.SPREAD_MATCH_LABEL_KEYS)) {
            return;
        }
        if (version(constraint).has(Feature.SPREAD_KEYS_MERGED)) {
            LabelKeys.checkSpread(constraint);
            return;
        }
        if (!constraint.has(SELECTOR)) {
            constraint.forbidden("matchLabelKeys", "must not be specified when labelSelector is not set");
        }
        Set<String> selected = selectedKeys(constraint.child(SELECTOR));
        for (int i = 0; i < keys.size(); i++) {
            LabelKeys.named(constraint, "matchLabelKeys", i, keys.get(i));
            if (selected.contains(keys.get(i))) {
                constraint.invalid(
                        "matchLabelKeys[" + i + "]",
                        GoSyntax.of(keys.get(i)),
                        "exists in both matchLabelKeys and labelSelector");
            }
        }
    }

    private static Set<String> selectedKeys(FieldCursor selector) {
        Set<String> keys = new TreeSet<>(
                JsonFields.textMap(selector.fields(), "matchLabels").keySet());
        selector.items("matchExpressions").forEach(expression -> keys.add(expression.text("key")));
        return keys;
    }
}
