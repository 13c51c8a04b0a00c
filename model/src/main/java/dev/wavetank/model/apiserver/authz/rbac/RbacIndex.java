package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Binding;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Role;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy.Subject;
import dev.wavetank.model.gotext.GoText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The roles and bindings that the server has observed, bindings by subject. A ClusterRole with an aggregation rule has
 * the rules that a controller has written into it, as every other one.
 */
public final class RbacIndex {

    /**
     * A role that a subject has through a binding.
     *
     * @param binding the binding
     * @param allowed the decision when a rule of the role permits something
     */
    record Grant(Binding binding, Decision allowed) {}

    /** The grants in one namespace or, for ClusterRoleBindings, everywhere; of a subject sorted by binding. */
    private static final class Scope {
        private final Map<String, TreeMap<String, Grant>> users = new LinkedHashMap<>();
        private final Map<String, TreeMap<String, Grant>> groups = new LinkedHashMap<>();
    }

    private final TreeMap<String, Role> clusterRoles = new TreeMap<>();
    private final Map<String, Map<String, Role>> roles = new LinkedHashMap<>();
    private final Map<String, Map<String, Binding>> bindings = new LinkedHashMap<>();
    private final Map<String, Scope> scopes = new LinkedHashMap<>();

    /** An index that has observed nothing. */
    public RbacIndex() {}

    /** An index that has observed these. */
    public static RbacIndex of(RbacPolicy policy) {
        RbacIndex index = new RbacIndex();
        policy.roles().forEach(index::put);
        policy.bindings().forEach(index::put);
        return index;
    }

    /** Takes notice of a Role, ClusterRole, RoleBinding or ClusterRoleBinding that is new or changed. */
    public void observe(KubernetesObject object) {
        switch (object.kind()) {
            case "Role", "ClusterRole" -> put(RbacReader.role(object));
            case "RoleBinding", "ClusterRoleBinding" -> put(RbacReader.binding(object));
            default -> throw new IllegalArgumentException("'" + object.kind() + "' is not a kind of RBAC");
        }
    }

    /** Takes notice that an object is gone. */
    public void forget(KubernetesObject object) {
        String namespace =
                object.metadata().namespace() == null ? "" : object.metadata().namespace();
        String name = object.metadata().name();
        if (object.kind().equals("ClusterRole")) {
            clusterRoles.remove(name);
        } else if (object.kind().equals("Role")) {
            roles.getOrDefault(namespace, new LinkedHashMap<>()).remove(name);
        } else {
            unbind(namespace, name);
        }
    }

    private void put(Role role) {
        if (role.namespace().isEmpty()) {
            clusterRoles.put(role.name(), role);
        } else {
            roles.computeIfAbsent(role.namespace(), missing -> new LinkedHashMap<>())
                    .put(role.name(), role);
        }
    }

    private void put(Binding binding) {
        unbind(binding.namespace(), binding.name());
        bindings.computeIfAbsent(binding.namespace(), missing -> new LinkedHashMap<>())
                .put(binding.name(), binding);
        Scope scope = scopes.computeIfAbsent(binding.namespace(), missing -> new Scope());
        for (Subject subject : binding.subjects()) {
            Grant grant = new Grant(binding, new Decision(Decision.Kind.ALLOW, reason(binding, subject), "", "RBAC"));
            grants(scope, binding, subject).ifPresent(grants -> grants.putIfAbsent(binding.name(), grant));
        }
    }

    private void unbind(String namespace, String name) {
        Binding before = bindings.getOrDefault(namespace, new LinkedHashMap<>()).remove(name);
        if (before != null) {
            Scope scope = scopes.get(namespace);
            for (Subject subject : before.subjects()) {
                grants(scope, before, subject).ifPresent(grants -> grants.remove(name));
            }
        }
    }

    private static Optional<TreeMap<String, Grant>> grants(Scope scope, Binding binding, Subject subject) {
        Map<String, TreeMap<String, Grant>> subjects = subject.kind().equals("Group") ? scope.groups : scope.users;
        String name = subject.name();
        if (subject.kind().equals("ServiceAccount")) {
            String home = subject.namespace().isEmpty() ? binding.namespace() : subject.namespace();
            if (home.isEmpty()) {
                return Optional.empty();
            }
            name = User.serviceAccountName(home, name);
        } else if (!subject.kind().equals("User") && !subject.kind().equals("Group")) {
            return Optional.empty();
        }
        return Optional.of(subjects.computeIfAbsent(name, missing -> new TreeMap<>()));
    }

    private static String reason(Binding binding, Subject subject) {
        boolean everywhere = binding.namespace().isEmpty();
        String who = subject.name();
        if (subject.kind().equals("ServiceAccount")) {
            who += "/" + (subject.namespace().isEmpty() ? binding.namespace() : subject.namespace());
        }
        return "RBAC: allowed by " + (everywhere ? "ClusterRoleBinding " : "RoleBinding ")
                + GoText.quoted(everywhere ? binding.name() : binding.name() + "/" + binding.namespace()) + " of "
                + binding.roleKind() + " " + GoText.quoted(binding.role()) + " to " + subject.kind() + " "
                + GoText.quoted(who);
    }

    /** Shows every role that a user has somewhere, until the visitor wants no more. */
    boolean visit(User user, String namespace, Visitor visitor) {
        return visit(scopes.get(""), user, visitor)
                || !namespace.isEmpty() && visit(scopes.get(namespace), user, visitor);
    }

    /** Looks at the roles of a user. */
    interface Visitor {

        /**
         * Looks at one role.
         *
         * @param rules of the role; null when it is not there
         * @return whether that is enough
         */
        boolean visit(Grant grant, List<Rule> rules);
    }

    private boolean visit(Scope scope, User user, Visitor visitor) {
        if (scope == null) {
            return false;
        }
        if (visit(scope.users.get(user.name()), visitor)) {
            return true;
        }
        for (String group : user.groups()) {
            if (visit(scope.groups.get(group), visitor)) {
                return true;
            }
        }
        return false;
    }

    private boolean visit(TreeMap<String, Grant> grants, Visitor visitor) {
        if (grants != null) {
            for (Grant grant : grants.values()) {
                if (visitor.visit(grant, rulesOf(grant.binding()))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The rules of the role that a binding refers to; null when it is not there. */
    List<Rule> rulesOf(Binding binding) {
        if (binding.clusterRole()) {
            return rules(clusterRoles.get(binding.role()));
        }
        Map<String, Role> inNamespace = roles.get(binding.namespace());
        return inNamespace == null ? null : rules(inNamespace.get(binding.role()));
    }

    private static List<Rule> rules(Role role) {
        return role == null ? null : role.rules();
    }
}
