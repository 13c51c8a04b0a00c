package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Binding;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Role;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads Roles, ClusterRoles and their bindings from objects. Fields of a wrong type count as absent. */
final class RbacReader {

    private RbacReader() {}

    static Role role(KubernetesObject object) {
        Map<String, Object> fields = ((GenericObject) object).other();
        List<LabelSelector> aggregation = new ArrayList<>();
        if (fields.get("aggregationRule") instanceof Map<?, ?> rule) {
            objects(rule.get("clusterRoleSelectors")).forEach(selector -> aggregation.add(selector(selector)));
        }
        return new Role(
                namespace(object),
                object.metadata().name(),
                rules(fields),
                object.metadata().labels(),
                aggregation);
    }

    static List<Rule> rules(Map<String, Object> fields) {
        List<Rule> rules = new ArrayList<>();
        for (Map<?, ?> rule : objects(fields.get("rules"))) {
            rules.add(new Rule(
                    texts(rule.get("apiGroups")),
                    texts(rule.get("resources")),
                    texts(rule.get("verbs")),
                    texts(rule.get("resourceNames")),
                    texts(rule.get("nonResourceURLs"))));
        }
        return rules;
    }

    static Binding binding(KubernetesObject object) {
        Map<String, Object> fields = ((GenericObject) object).other();
        Map<?, ?> role = fields.get("roleRef") instanceof Map<?, ?> reference ? reference : new LinkedHashMap<>();
        List<Subject> subjects = new ArrayList<>();
        for (Map<?, ?> subject : objects(fields.get("subjects"))) {
            subjects.add(new Subject(text(subject, "kind"), text(subject, "name"), text(subject, "namespace")));
        }
        return new Binding(
                namespace(object),
                object.metadata().name(),
                text(role, "name"),
                text(role, "kind").equals("ClusterRole"),
                subjects);
    }

    private static String namespace(KubernetesObject object) {
        String namespace = object.metadata().namespace();
        return namespace == null ? "" : namespace;
    }

    private static LabelSelector selector(Map<?, ?> tree) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (tree.get("matchLabels") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> labels.put((String) key, String.valueOf(value)));
        }
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (Map<?, ?> given : objects(tree.get("matchExpressions"))) {
            requirements.add(new LabelSelector.Requirement(
                    text(given, "key"), text(given, "operator"), texts(given.get("values"))));
        }
        return new LabelSelector(labels, requirements);
    }

    private static List<Map<?, ?>> objects(Object tree) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (tree instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> object) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    private static List<String> texts(Object tree) {
        if (!(tree instanceof List<?> list)) {
            return List.of();
        }
        return list.stream().map(String::valueOf).toList();
    }

    private static String text(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }
}
