package dev.wavetank.model.apiserver.authz.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Whether some rules permit everything that others permit. */
final class RuleCover {

    private RuleCover() {}

    /**
     * What the wanted rules permit and the held rules do not: as few rules as possible in the order of their texts,
     * as the API server writes them; none when everything is covered.
     */
    static List<String> missing(List<Rule> held, List<Rule> wanted) {
        List<Rule> missing = new ArrayList<>();
        for (Rule rule : wanted) {
            for (Rule part : parts(rule)) {
                if (held.stream().noneMatch(each -> covers(each, part))) {
                    missing.add(part);
                }
            }
        }
        TreeSet<String> texts = new TreeSet<>();
        compact(missing).forEach(rule -> texts.add(rule.compact()));
        return new ArrayList<>(texts);
    }

    /** Splits a rule into rules about one verb, group, resource and name, or one verb and path. */
    private static List<Rule> parts(Rule rule) {
        List<Rule> parts = new ArrayList<>();
        for (String group : rule.apiGroups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    if (rule.resourceNames().isEmpty()) {
                        parts.add(new Rule(List.of(group), List.of(resource), List.of(verb), List.of()));
                    }
                    for (String name : rule.resourceNames()) {
                        parts.add(new Rule(List.of(group), List.of(resource), List.of(verb), List.of(name)));
                    }
                }
            }
        }
        for (String path : rule.nonResourceUrls()) {
            for (String verb : rule.verbs()) {
                parts.add(Rule.ofPaths(List.of(verb), List.of(path)));
            }
        }
        return parts;
    }

    private static boolean covers(Rule held, Rule part) {
        if (!coversAll(held.verbs(), part.verbs())) {
            return false;
        }
        for (String path : part.nonResourceUrls()) {
            return held.nonResourceUrls().stream().anyMatch(url -> Rule.coversUrl(url, path));
        }
        return coversAll(held.apiGroups(), part.apiGroups())
                && coversResource(held.resources(), part.resources().get(0))
                && (held.resourceNames().isEmpty()
                        || !part.resourceNames().isEmpty()
                                && held.resourceNames().containsAll(part.resourceNames()));
    }

    private static boolean coversAll(List<String> held, List<String> wanted) {
        return held.contains("*") || held.containsAll(wanted);
    }

    private static boolean coversResource(List<String> held, String wanted) {
        int slash = wanted.indexOf('/');
        return held.contains("*")
                || held.contains(wanted)
                || slash >= 0 && held.contains("*/" + wanted.substring(slash + 1));
    }

    /** Joins rules about the same group, resource and name into one with all their verbs. */
    private static List<Rule> compact(List<Rule> rules) {
        List<Rule> compacted = new ArrayList<>();
        Map<List<List<String>>, List<String>> verbs = new LinkedHashMap<>();
        for (Rule rule : rules) {
            if (rule.nonResourceUrls().isEmpty()) {
                verbs.computeIfAbsent(
                                List.of(rule.apiGroups(), rule.resources(), rule.resourceNames()),
                                missing -> new ArrayList<>())
                        .addAll(rule.verbs());
            } else {
                compacted.add(rule);
            }
        }
        verbs.forEach((target, all) -> compacted.add(new Rule(target.get(0), target.get(1), all, target.get(2))));
        return compacted;
    }
}
