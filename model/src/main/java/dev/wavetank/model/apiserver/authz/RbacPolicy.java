package dev.wavetank.model.apiserver.authz;

import java.util.Collections;
import java.util.List;

/**
 * The RBAC objects of a cluster, as plain data.
 *
 * @param roles rules by name
 * @param bindings who has which role
 */
public record RbacPolicy(List<Role> roles, List<Binding> bindings) {

    /** Nobody may do anything, but {@code system:masters}. */
    public static final RbacPolicy NONE = new RbacPolicy(Collections.emptyList(), Collections.emptyList());

    /**
     * A Role, or a ClusterRole.
     *
     * @param namespace the empty string for a ClusterRole
     * @param name its name
     * @param rules what it permits
     */
    public record Role(String namespace, String name, List<Rule> rules) {}

    /**
     * What a role permits; {@code *} stands for all.
     *
     * @param apiGroups API groups, the empty string for core
     * @param resources plural names, with a subresource as in {@code pods/binding}
     * @param verbs verbs
     * @param resourceNames names of single objects; none for all
     */
    public record Rule(List<String> apiGroups, List<String> resources, List<String> verbs, List<String> resourceNames) {

        boolean permits(Action action) {
            return contains(verbs, action.verb())
                    && contains(apiGroups, action.resource().group())
                    && permitsResource(action)
                    && (resourceNames.isEmpty() || resourceNames.contains(action.name()));
        }

        private boolean permitsResource(Action action) {
            return contains(resources, action.path())
                    || !action.subresource().isEmpty() && resources.contains("*/" + action.subresource());
        }

        private static boolean contains(List<String> names, String name) {
            return names.contains("*") || names.contains(name);
        }
    }

    /**
     * A RoleBinding, or a ClusterRoleBinding.
     *
     * @param namespace where it holds; the empty string for a ClusterRoleBinding, which holds everywhere
     * @param role name of the role
     * @param clusterRole whether the role is a ClusterRole
     * @param subjects who has the role
     */
    public record Binding(String namespace, String role, boolean clusterRole, List<Subject> subjects) {}

    /**
     * Who has a role.
     *
     * @param kind {@code User} or {@code Group}
     * @param name of the user or group
     */
    public record Subject(String kind, String name) {}
}
