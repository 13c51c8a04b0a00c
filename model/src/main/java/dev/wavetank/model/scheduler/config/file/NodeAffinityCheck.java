package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.gotext.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks the arguments of NodeAffinity ({@code ValidateNodeAffinityArgs}, {@code nodeaffinity.go} of
 * component-helpers).
 */
final class NodeAffinityCheck {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

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
            required(Tree.map(affinity, REQUIRED), path + "addedAffinity." + REQUIRED);
        }
        preferred(Tree.maps(affinity, PREFERRED), path + "addedAffinity." + PREFERRED);
    }

    private void required(Map<String, Object> selector, String field) {
        List<Map<String, Object>> terms = Tree.maps(selector, "nodeSelectorTerms");
        FieldErrors found = new FieldErrors();
        for (int i = 0; i < terms.size(); i++) {
            term(terms.get(i), field + ".nodeSelectorTerms[" + i + "]", found);
        }
        report(field, "v1.NodeSelector{NodeSelectorTerms:" + terms(terms) + "}", found);
    }

    /** A preference without a weight is not looked at. */
    private void preferred(List<Map<String, Object>> preferences, String field) {
        FieldErrors found = new FieldErrors();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < preferences.size(); i++) {
            Map<String, Object> preference = Tree.map(preferences.get(i), "preference");
            long weight = Tree.number(preferences.get(i), "weight", 0);
            shown.add("v1.PreferredSchedulingTerm{Weight:" + weight + ", Preference:" + term(preference) + "}");
            if (weight != 0) {
                term(preference, field + "[" + i + "]", found);
            }
        }
        report(field, "[]v1.PreferredSchedulingTerm{" + String.join(", ", shown) + "}", found);
    }

    /** Before v1.21 the whole selector is what is wrong. */
    private void report(String field, String whole, FieldErrors found) {
        if (newer) {
            errors.addAll(found);
        } else if (!found.isEmpty()) {
            errors.add(field, field + ": Invalid value: " + whole + ": " + found.text());
        }
    }

    private void term(Map<String, Object> term, String field, FieldErrors found) {
        RequirementCheck check = newer ? new RequirementCheck.Fields(found) : new RequirementCheck.First(found);
        List<Map<String, Object>> expressions = Tree.maps(term, "matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            if (!check.label(expressions.get(i), field + ".matchExpressions[" + i + "]")) {
                return;
            }
        }
        List<Map<String, Object>> fields = Tree.maps(term, "matchFields");
        for (int i = 0; i < fields.size(); i++) {
            if (!check.field(fields.get(i), field + ".matchFields[" + i + "]")) {
                return;
            }
        }
    }

    private static String terms(List<Map<String, Object>> terms) {
        return "[]v1.NodeSelectorTerm{"
                + terms.stream().map(NodeAffinityCheck::term).collect(Collectors.joining(", ")) + "}";
    }

    private static String term(Map<String, Object> term) {
        return "v1.NodeSelectorTerm{MatchExpressions:" + requirements(term, "matchExpressions") + ", MatchFields:"
                + requirements(term, "matchFields") + "}";
    }

    private static String requirements(Map<String, Object> term, String field) {
        List<Map<String, Object>> requirements = Tree.maps(term, field);
        return "[]v1.NodeSelectorRequirement"
                + (requirements.isEmpty()
                        ? "(nil)"
                        : requirements.stream()
                                .map(one -> "v1.NodeSelectorRequirement{Key:" + GoText.quoted(Tree.text(one, "key"))
                                        + ", Operator:" + GoText.quoted(Tree.text(one, "operator")) + ", Values:"
                                        + GoSyntax.strings(Tree.texts(one, "values")) + "}")
                                .collect(Collectors.joining(", ", "{", "}")));
    }
}
