package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.registry.validation.ResourceNames;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds mistakes in the scopes of a quota: whether they exist, fit what is limited, and fit each other. */
final class QuotaScopeRules {

    private static final String CROSS_NAMESPACE = "CrossNamespacePodAffinity";
    private static final String BEST_EFFORT = "BestEffort";
    private static final String PRIORITY_CLASS = "PriorityClass";
    private static final List<String> PLAIN = List.of("Terminating", "NotTerminating", BEST_EFFORT, "NotBestEffort");
    private static final List<List<String>> CONFLICTS =
            List.of(List.of(BEST_EFFORT, "NotBestEffort"), List.of("Terminating", "NotTerminating"));
    private static final List<String> COMPUTE =
            List.of("cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory");
    private static final String UNFIT = "unsupported scope applied to resource";
    private static final String EXPRESSIONS = "spec.scopeSelector.matchExpressions";

    private final ResourceQuota.Spec spec;
    private final FieldErrors errors;

    QuotaScopeRules(ResourceQuota.Spec spec, FieldErrors errors) {
        this.spec = spec;
        this.errors = errors;
    }

    void check() {
        if (!spec.scopes().isEmpty()) {
            scopes();
        }
        if (spec.other().containsKey("scopeSelector")) {
            Map<String, Object> selector = JsonFields.map(spec.other(), "scopeSelector");
            selector(JsonFields.list(selector, "matchExpressions"));
        }
    }

    private void scopes() {
        String shown = shownScopes(spec.scopes());
        for (String scope : spec.scopes()) {
            if (!isKnown(scope)) {
                errors.invalid("spec.scopes", shown, "unsupported scope");
            }
            unfit(scope).forEach(resource -> errors.invalid("spec.scopes", shown, UNFIT));
        }
        conflicts(new LinkedHashSet<>(spec.scopes()), "spec.scopes");
    }

    private void selector(List<Map<String, Object>> requirements) {
        Set<String> scopes = new LinkedHashSet<>();
        for (Map<String, Object> requirement : requirements) {
            String scope = JsonFields.text(requirement, "scopeName");
            scopes.add(scope);
            if (!isKnown(scope)) {
                errors.invalid(EXPRESSIONS + ".scopeName", GoSyntax.of(scope), "unsupported scope");
            }
            unfit(scope).forEach(resource -> errors.invalid(EXPRESSIONS, shownSelector(requirements), UNFIT));
            operator(scope, requirement);
        }
        conflicts(scopes, EXPRESSIONS);
    }

    private void operator(String scope, Map<String, Object> requirement) {
        String operator = JsonFields.text(requirement, "operator");
        List<String> values = JsonFields.texts(requirement, "values");
        boolean isPlain = PLAIN.contains(scope) || isKnown(scope) && scope.equals(CROSS_NAMESPACE);
        if (isPlain && !operator.equals("Exists")) {
            errors.invalid(EXPRESSIONS + ".operator", GoSyntax.of(operator), onlyExists());
        }
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(
                            EXPRESSIONS + ".values",
                            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.invalid(
                            EXPRESSIONS + ".values",
                            GoSyntax.strings(values),
                            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                }
            }
            default ->
                errors.invalid(EXPRESSIONS + ".operator", GoSyntax.of(operator), "not a valid selector operator");
        }
    }

    private String onlyExists() {
        return errors.version().has(Feature.CROSS_NAMESPACE_QUOTA_SCOPE)
                ? "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating,"
                        + " ResourceQuotaScopeNotTerminating,"
                        + " ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or"
                        + " ResourceQuotaScopeCrossNamespacePodAffinity"
                : "must be 'Exist' only operator when scope is any of ResourceQuotaScopeTerminating,"
                        + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort and"
                        + " ResourceQuotaScopeNotBestEffort";
    }

    private void conflicts(Set<String> scopes, String field) {
        for (List<String> pair : CONFLICTS) {
            if (scopes.containsAll(pair)) {
                errors.invalid(field, shownScopes(spec.scopes()), "conflicting scopes");
            }
        }
    }

    private boolean isKnown(String scope) {
        return PLAIN.contains(scope)
                || scope.equals(PRIORITY_CLASS)
                || scope.equals(CROSS_NAMESPACE) && errors.version().has(Feature.CROSS_NAMESPACE_QUOTA_SCOPE);
    }

    /** What is limited although nothing of it can be within the scope; each is told, by no name. */
    private Set<String> unfit(String scope) {
        Set<String> unfit = new TreeSet<>();
        if (isKnown(scope)) {
            for (String resource : spec.hard().keySet()) {
                boolean isFit = resource.equals("pods") || !scope.equals(BEST_EFFORT) && COMPUTE.contains(resource);
                if (ResourceNames.isStandardOfQuota(resource) && !isFit) {
                    unfit.add(resource);
                }
            }
        }
        return unfit;
    }

    static String shownScopes(List<String> scopes) {
        return scopes.isEmpty()
                ? "[]core.ResourceQuotaScope(nil)"
                : "[]core.ResourceQuotaScope{\"" + String.join("\", \"", scopes) + "\"}";
    }

    private static String shownSelector(List<Map<String, Object>> requirements) {
        List<String> shown = new ArrayList<>();
        for (Map<String, Object> requirement : requirements) {
            shown.add("core.ScopedResourceSelectorRequirement{ScopeName:"
                    + GoSyntax.of(JsonFields.text(requirement, "scopeName")) + ", Operator:"
                    + GoSyntax.of(JsonFields.text(requirement, "operator")) + ", Values:"
                    + GoSyntax.strings(JsonFields.texts(requirement, "values")) + "}");
        }
        return "core.ScopeSelector{MatchExpressions:[]core.ScopedResourceSelectorRequirement{"
                + String.join(", ", shown) + "}}";
    }
}
