package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.gotext.GoText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the arguments of NodeAffinity ({@code ValidateNodeAffinityArgs}). */
final class NodeAffinityCheck {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final List<String> OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");

    private final boolean newer;
    private final String path;
    private final FieldErrors errors;

    NodeAffinityCheck(boolean newer, String path, FieldErrors errors) {
        this.newer = newer;
        this.path = path;
        this.errors = errors;
    }

    void check(Map<String, Object> args) {
        Map<String, Object> affinity = Tree.map(args, "addedAffinity");
        if (Tree.has(affinity, REQUIRED)) {
            Map<String, Object> selector = Tree.map(affinity, REQUIRED);
            terms(Tree.maps(selector, "nodeSelectorTerms"), "addedAffinity." + REQUIRED, selector);
        }
        List<Map<String, Object>> preferences = Tree.maps(affinity, PREFERRED);
        for (int i = 0; i < preferences.size(); i++) {
            term(
                    Tree.map(preferences.get(i), "preference"),
                    "addedAffinity." + PREFERRED + (newer ? "[" + i + "]" : ""),
                    "v1.PreferredSchedulingTerm{}");
        }
    }

    private void terms(List<Map<String, Object>> terms, String field, Map<String, Object> selector) {
        for (int i = 0; i < terms.size(); i++) {
            term(terms.get(i), field + (newer ? ".nodeSelectorTerms[" + i + "]" : ""), selector(selector));
        }
    }

    private void term(Map<String, Object> term, String field, String whole) {
        List<Map<String, Object>> expressions = Tree.maps(term, "matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String operator = Tree.text(expressions.get(i), "operator");
            if (OPERATORS.contains(operator)) {
                continue;
            }
            if (newer) {
                errors.unsupported(path + field + ".matchExpressions[" + i + "].operator", operator, OPERATORS);
            } else {
                String text = ": Invalid value: " + whole + ": " + GoText.quoted(operator)
                        + " is not a valid node selector operator";
                errors.add(path + field, path + field + text);
                return;
            }
        }
    }

    private static String selector(Map<String, Object> selector) {
        return "v1.NodeSelector{NodeSelectorTerms:[]v1.NodeSelectorTerm{"
                + Tree.maps(selector, "nodeSelectorTerms").stream()
                        .map(term -> "v1.NodeSelectorTerm{MatchExpressions:" + requirements(term, "matchExpressions")
                                + ", MatchFields:" + requirements(term, "matchFields") + "}")
                        .collect(Collectors.joining(", "))
                + "}}";
    }

    private static String requirements(Map<String, Object> term, String field) {
        List<Map<String, Object>> requirements = Tree.maps(term, field);
        return "[]v1.NodeSelectorRequirement"
                + (requirements.isEmpty()
                        ? "(nil)"
                        : requirements.stream()
                                .map(one -> "v1.NodeSelectorRequirement{Key:" + GoSyntax.of(Tree.text(one, "key"))
                                        + ", Operator:" + GoSyntax.of(Tree.text(one, "operator")) + ", Values:"
                                        + GoSyntax.strings(Tree.texts(one, "values")) + "}")
                                .collect(Collectors.joining(", ", "{", "}")));
    }
}
