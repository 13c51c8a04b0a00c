package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;

/** Roles and their bindings. */
final class AccessRules {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String URLS = "nonResourceURLs";
    private static final String API_GROUP = "apiGroup";

    private AccessRules() {}

    static void role(FieldCursor role) {
        rules(role, true);
    }

    static void clusterRole(FieldCursor role) {
        rules(role, false);
        if (role.has("aggregationRule")) {
            List<FieldCursor> selectors = role.child("aggregationRule").items("clusterRoleSelectors");
            if (selectors.isEmpty()) {
                role.errors()
                        .required(
                                "aggregationRule.clusterRoleSelectors",
                                "at least one clusterRoleSelector required" + " if aggregationRule is non-nil");
            }
            selectors.forEach(SelectorRules::check);
        }
    }

    private static void rules(FieldCursor role, boolean namespaced) {
        for (FieldCursor rule : role.items("rules")) {
            if (rule.texts("verbs").isEmpty()) {
                rule.required("verbs", "verbs must contain at least one value");
            }
            List<String> urls = rule.texts(URLS);
            if (!urls.isEmpty()) {
                if (namespaced) {
                    rule.invalid(URLS, GoSyntax.strings(urls), "namespaced rules cannot apply to non-resource URLs");
                }
                if (!rule.texts("apiGroups").isEmpty()
                        || !rule.texts("resources").isEmpty()
                        || !rule.texts("resourceNames").isEmpty()) {
                    rule.invalid(
                            URLS,
                            GoSyntax.strings(urls),
                            "rules cannot apply to both regular resources and non-resource URLs");
                }
                continue;
            }
            if (rule.texts("apiGroups").isEmpty()) {
                rule.required("apiGroups", "resource rules must supply at least one api group");
            }
            if (rule.texts("resources").isEmpty()) {
                rule.required("resources", "resource rules must supply at least one resource");
            }
        }
    }

    static void roleBinding(FieldCursor binding) {
        binding(binding, List.of("Role", "ClusterRole"), true);
    }

    static void clusterRoleBinding(FieldCursor binding) {
        binding(binding, List.of("ClusterRole"), false);
    }

    private static void binding(FieldCursor binding, List<String> kinds, boolean namespaced) {
        FieldCursor role = binding.child("roleRef");
        role.oneOf(API_GROUP, List.of(GROUP));
        role.oneOf("kind", kinds);
        if (role.require("name")) {
            role.named("name", NameRules::pathSegment);
        }
        binding.items("subjects").forEach(subject -> subject(subject, namespaced));
    }

    private static void subject(FieldCursor subject, boolean namespaced) {
        subject.require("name");
        switch (subject.text("kind")) {
            case "ServiceAccount" -> {
                subject.namedIfSet("name", NameRules::subdomain);
                subject.oneOf(API_GROUP, List.of(""));
                if (!namespaced && subject.text("namespace").isEmpty()) {
                    subject.required("namespace", "");
                }
            }
            case "User", "Group" -> subject.oneOf(API_GROUP, List.of(GROUP));
            default -> subject.oneOf("kind", List.of("ServiceAccount", "User", "Group"));
        }
    }

    static void bindingUpdate(FieldCursor changed, FieldCursor before) {
        FieldCursor role = changed.child("roleRef");
        if (!role.fields().equals(before.child("roleRef").fields())) {
            changed.invalid(
                    "roleRef",
                    "rbac.RoleRef{APIGroup:" + GoSyntax.of(role.text(API_GROUP)) + ", Kind:"
                            + GoSyntax.of(role.text("kind")) + ", Name:" + GoSyntax.of(role.text("name")) + "}",
                    "cannot change roleRef");
        }
    }
}
