package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authn.User;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** RBAC as its documentation tells it, by scanning JSON trees: slow and simple, to compare with. */
public final class NaiveRbac {

    private final List<KubernetesObject> objects;

    private NaiveRbac(List<KubernetesObject> objects) {
        this.objects = objects;
    }

    /** Whether some rule permits it. */
    public static boolean allows(Attributes question, List<KubernetesObject> objects) {
        NaiveRbac rbac = new NaiveRbac(objects);
        return rbac.rulesOf(question).stream().anyMatch(rule -> fits(rule, question));
    }

    private List<Map<?, ?>> rulesOf(Attributes question) {
        String asked = question.target() instanceof Attributes.Resource resource ? resource.namespace() : "";
        List<Map<?, ?>> rules = new ArrayList<>();
        for (KubernetesObject binding : objects) {
            boolean everywhere = binding.kind().equals("ClusterRoleBinding");
            boolean here = binding.kind().equals("RoleBinding")
                    && binding.metadata().namespace().equals(asked);
            if ((everywhere || here)
                    && maps(binding, "subjects").stream()
                            .anyMatch(s -> isHim(s, question.user(), everywhere ? "" : asked))) {
                Map<?, ?> reference = (Map<?, ?>) fields(binding).get("roleRef");
                String home = reference.get("kind").equals("Role") ? asked : null;
                for (KubernetesObject role : roles(reference.get("kind"), home, reference.get("name"))) {
                    rules.addAll(maps(role, "rules"));
                }
            }
        }
        return rules;
    }

    private List<KubernetesObject> roles(Object kind, String namespace, Object name) {
        return objects.stream()
                .filter(role ->
                        role.kind().equals(kind) && role.metadata().name().equals(name))
                .filter(role ->
                        namespace == null || namespace.equals(role.metadata().namespace()))
                .toList();
    }

    private static List<Map<?, ?>> maps(KubernetesObject object, String field) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (fields(object).get(field) instanceof List<?> list) {
            list.forEach(map -> maps.add((Map<?, ?>) map));
        }
        return maps;
    }

    private static boolean isHim(Map<?, ?> subject, User user, String namespace) {
        Object name = subject.get("name");
        if (subject.get("kind").equals("Group")) {
            return user.groups().contains(name);
        }
        if (subject.get("kind").equals("User")) {
            return user.name().equals(name);
        }
        Object home = subject.containsKey("namespace") ? subject.get("namespace") : namespace;
        return !home.equals("") && user.name().equals("system:serviceaccount:" + home + ":" + name);
    }

    private static boolean fits(Map<?, ?> rule, Attributes question) {
        if (!mentions(rule, "verbs", question.verb())) {
            return false;
        }
        if (question.target() instanceof Attributes.Path path) {
            return list(rule, "nonResourceURLs").stream()
                    .anyMatch(url -> Pattern.matches(
                            url.endsWith("*")
                                    ? Pattern.quote(url.substring(0, url.length() - 1)) + ".*"
                                    : Pattern.quote(url),
                            path.path()));
        }
        Attributes.Resource resource = (Attributes.Resource) question.target();
        boolean whole = resource.subresource().isEmpty();
        Set<String> names = new LinkedHashSet<>(List.of("*"));
        names.add(whole ? resource.plural() : resource.plural() + "/" + resource.subresource());
        names.add(whole ? "*" : "*/" + resource.subresource());
        return mentions(rule, "apiGroups", resource.group())
                && list(rule, "resources").stream().anyMatch(names::contains)
                && (!rule.containsKey("resourceNames")
                        || list(rule, "resourceNames").contains(resource.name()));
    }

    private static boolean mentions(Map<?, ?> rule, String field, String value) {
        return list(rule, field).contains("*") || list(rule, field).contains(value);
    }

    private static List<String> list(Map<?, ?> rule, String field) {
        return rule.get(field) instanceof List<?> list
                ? list.stream().map(String.class::cast).toList()
                : List.of();
    }

    private static Map<String, Object> fields(KubernetesObject object) {
        return ((GenericObject) object).other();
    }
}
