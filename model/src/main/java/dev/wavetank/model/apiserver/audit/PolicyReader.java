package dev.wavetank.model.apiserver.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the rules of a policy, and reports what is wrong and where. */
final class PolicyReader {

    private static final List<String> OF_POLICIES =
            List.of("apiVersion", "kind", "metadata", "omitStages", "omitManagedFields", "rules");
    private static final List<String> OF_RULES = List.of(
            "level",
            "users",
            "userGroups",
            "verbs",
            "resources",
            "namespaces",
            "nonResourceURLs",
            "omitStages",
            "omitManagedFields");
    private static final List<String> OF_RESOURCES = List.of("group", "resources", "resourceNames");

    List<AuditRule> rules(Map<?, ?> policy) {
        known(policy, OF_POLICIES, "");
        Object version = policy.get("apiVersion");
        if (!"Policy".equals(policy.get("kind")) || !(version instanceof String) || !isAuditVersion((String) version)) {
            throw new IllegalArgumentException("an audit policy has kind: Policy and apiVersion: audit.k8s.io/v1; this"
                    + " has kind: " + policy.get("kind") + " and apiVersion: " + version);
        }
        if (list(policy, "rules", "").isEmpty()) {
            throw new IllegalArgumentException(
                    "rules: an audit policy without rules writes nothing; give at least one");
        }
        Set<AuditStage> omitted = stages(policy, "");
        List<AuditRule> rules = new ArrayList<>();
        for (Map<?, ?> rule : maps(policy, "rules", "")) {
            rules.add(rule(rule, policy, omitted, "rules[" + rules.size() + "]."));
        }
        return rules;
    }

    private static boolean isAuditVersion(String version) {
        return version.equals("audit.k8s.io/v1")
                || version.equals("audit.k8s.io/v1beta1")
                || version.equals("audit.k8s.io/v1alpha1");
    }

    private static AuditRule rule(Map<?, ?> tree, Map<?, ?> policy, Set<AuditStage> omitted, String path) {
        known(tree, OF_RULES, path);
        Set<AuditStage> stages = stages(tree, path);
        stages.addAll(omitted);
        List<AuditRule.GroupResources> resources = new ArrayList<>();
        for (Map<?, ?> group : maps(tree, "resources", path)) {
            String at = path + "resources[" + resources.size() + "].";
            known(group, OF_RESOURCES, at);
            Object name = group.get("group");
            resources.add(new AuditRule.GroupResources(
                    name == null ? "" : name.toString(),
                    texts(group, "resources", at),
                    texts(group, "resourceNames", at)));
        }
        AuditRule rule = new AuditRule(
                level(tree.get("level"), path),
                texts(tree, "users", path),
                texts(tree, "userGroups", path),
                texts(tree, "verbs", path),
                resources,
                texts(tree, "namespaces", path),
                texts(tree, "nonResourceURLs", path),
                stages,
                flag(tree, path, flag(policy, "", false)));
        boolean ofResources = !rule.resources().isEmpty() || !rule.namespaces().isEmpty();
        if (ofResources && !rule.nonResourceUrls().isEmpty()) {
            throw new IllegalArgumentException(
                    path + "nonResourceURLs: a rule cannot be about resources and other paths at once; make two");
        }
        return rule;
    }

    private static boolean flag(Map<?, ?> tree, String path, boolean otherwise) {
        Object value = tree.get("omitManagedFields");
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new IllegalArgumentException(path + "omitManagedFields must be true or false, was " + value);
    }

    private static AuditLevel level(@Nullable Object text, String path) {
        return Arrays.stream(AuditLevel.values())
                .filter(level -> level.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(path + "level: there is no level '" + text
                        + "'; use one of " + Arrays.toString(AuditLevel.values())));
    }

    private static Set<AuditStage> stages(Map<?, ?> tree, String path) {
        Set<AuditStage> stages = EnumSet.noneOf(AuditStage.class);
        for (String text : texts(tree, "omitStages", path)) {
            stages.add(Arrays.stream(AuditStage.values())
                    .filter(stage -> stage.toString().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(path + "omitStages: there is no stage '" + text
                            + "'; use one of " + Arrays.toString(AuditStage.values()))));
        }
        return stages;
    }

    private static void known(Map<?, ?> tree, List<String> fields, String path) {
        for (Object field : tree.keySet()) {
            if (!fields.contains(String.valueOf(field))) {
                throw new IllegalArgumentException(
                        path + field + ": no such field; use one of " + String.join(", ", fields));
            }
        }
    }

    private static List<?> list(Map<?, ?> tree, String field, String path) {
        Object value = tree.get(field);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException(path + field + " must be a list, was " + value);
    }

    private static List<Map<?, ?>> maps(Map<?, ?> tree, String field, String path) {
        List<Map<?, ?>> maps = new ArrayList<>();
        for (Object each : list(tree, field, path)) {
            if (!(each instanceof Map<?, ?> map)) {
                throw new IllegalArgumentException(
                        path + field + "[" + maps.size() + "] must be a map of fields, was " + each);
            }
            maps.add(map);
        }
        return maps;
    }

    private static List<String> texts(Map<?, ?> tree, String field, String path) {
        return list(tree, field, path).stream().map(String::valueOf).toList();
    }
}
