package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.api.LabelSelector;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The RBAC objects of a cluster, as plain data.
 *
 * @param roles rules by name
 * @param bindings who has which role
 */
public record RbacPolicy(List<Role> roles, List<Binding> bindings) {

    /** Only {@code system:masters} may do anything. */
    public static final RbacPolicy NONE = new RbacPolicy(Collections.emptyList(), Collections.emptyList());

    /**
     * A Role, or a ClusterRole.
     *
     * @param namespace the empty string for a ClusterRole
     * @param name its name
     * @param rules what it permits by itself
     * @param labels by which other ClusterRoles select it
     * @param aggregation selectors of the ClusterRoles whose rules it has instead of its own; none for its own
     */
    public record Role(
            String namespace,
            String name,
            List<Rule> rules,
            Map<String, String> labels,
            List<LabelSelector> aggregation) {

        /** A role that has nothing to do with aggregation. */
        public Role(String namespace, String name, List<Rule> rules) {
            this(namespace, name, rules, Collections.emptyMap(), Collections.emptyList());
        }
    }

    /**
     * A RoleBinding, or a ClusterRoleBinding.
     *
     * @param namespace where it holds; the empty string for a ClusterRoleBinding, which holds everywhere
     * @param name its name
     * @param role name of the role
     * @param clusterRole whether the role is a ClusterRole
     * @param subjects who has the role
     */
    public record Binding(String namespace, String name, String role, boolean clusterRole, List<Subject> subjects) {

        /** A binding with the name of its role. */
        public Binding(String namespace, String role, boolean clusterRole, List<Subject> subjects) {
            this(namespace, role, role, clusterRole, subjects);
        }

        /** How error texts name what it refers to: {@code ClusterRole} or {@code Role}. */
        public String roleKind() {
            return clusterRole ? "ClusterRole" : "Role";
        }
    }

    /**
     * Who has a role.
     *
     * @param kind {@code User}, {@code Group} or {@code ServiceAccount}
     * @param name of the user, group or service account
     * @param namespace of the service account; the empty string for that of the binding
     */
    public record Subject(String kind, String name, String namespace) {

        /** A user or a group. */
        public Subject(String kind, String name) {
            this(kind, name, "");
        }
    }
}
