package dev.wavetank.model.apiserver.review;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Returns all that a user may do. */
@FunctionalInterface
public interface RuleResolver {

    /** All rules that hold for a user in a namespace. */
    Rules rulesOf(User user, String namespace);

    /**
     * What is known of the rules of a user.
     *
     * @param rules about resources and about other paths
     * @param gaps why some are not known, one text for each authorizer that cannot list its rules
     */
    record Rules(List<Rule> rules, List<String> gaps) {

        /** As the status of a review. */
        Map<String, Object> tree() {
            List<Object> resources = new ArrayList<>();
            List<Object> paths = new ArrayList<>();
            for (Rule rule : rules) {
                Map<String, Object> tree = new LinkedHashMap<>();
                put(tree, "verbs", rule.verbs());
                if (rule.resources().isEmpty()) {
                    put(tree, "nonResourceURLs", rule.nonResourceUrls());
                    paths.add(tree);
                } else {
                    put(tree, "apiGroups", rule.apiGroups());
                    put(tree, "resources", rule.resources());
                    put(tree, "resourceNames", rule.resourceNames());
                    resources.add(tree);
                }
            }
            Map<String, Object> status = new LinkedHashMap<>();
            status.put("resourceRules", resources);
            status.put("nonResourceRules", paths);
            status.put("incomplete", !gaps.isEmpty());
            if (!gaps.isEmpty()) {
                String all = String.join(", ", gaps);
                status.put("evaluationError", gaps.size() == 1 ? all : "[" + all + "]");
            }
            return status;
        }

        private static void put(Map<String, Object> tree, String field, List<String> values) {
            if (!values.isEmpty()) {
                tree.put(field, values);
            }
        }
    }
}
