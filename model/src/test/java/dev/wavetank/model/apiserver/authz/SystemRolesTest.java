package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.allows;
import static dev.wavetank.model.apiserver.authz.Questions.may;
import static dev.wavetank.model.apiserver.authz.Questions.reason;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacAuthorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacIndex;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The roles and bindings that every cluster has, and people who are bound to them. */
class SystemRolesTest {

    private static final User ALICE = user("alice", User.AUTHENTICATED);

    private final RbacIndex index = new RbacIndex();
    private final RbacAuthorizer rbac = new RbacAuthorizer(index);

    SystemRolesTest() {
        SystemRoles.objects().forEach(index::observe);
    }

    private void bind(String namespace, String kind, String role, String user) {
        index.observe(binding(namespace, "b-" + role, kind, role, user));
    }

    private static KubernetesObject binding(String namespace, String name, String kind, String role, String user) {
        return new GenericObject(
                "rbac.authorization.k8s.io/v1",
                namespace == null ? "ClusterRoleBinding" : "RoleBinding",
                ObjectMeta.named(namespace, name),
                Map.of(
                        "roleRef", Map.of("kind", kind, "name", role),
                        "subjects", List.of(Map.of("kind", "User", "name", user))));
    }

    @Test
    void everybody_sees_versions_and_only_known_users_see_the_api() {
        assertThat(allows(rbac, may(User.ANONYMOUS, "get", "/version"))).isTrue();
        assertThat(allows(rbac, may(User.ANONYMOUS, "get", "/healthz"))).isTrue();
        assertThat(allows(rbac, may(User.ANONYMOUS, "get", "/apis"))).isFalse();
        assertThat(allows(rbac, may(ALICE, "get", "/apis"))).isTrue();
        assertThat(allows(rbac, may(ALICE, "get", "/apis/apps/v1"))).isTrue();
        assertThat(allows(rbac, may(ALICE, "get", "/"))).isFalse();
        assertThat(allows(rbac, may(ALICE, "get", "/metrics"))).isFalse();
    }

    @Test
    void components_have_what_they_need_and_no_more() {
        User scheduler = user("system:kube-scheduler", User.AUTHENTICATED);
        assertThat(allows(rbac, may(scheduler, "create", "/pods/binding", "default/web")))
                .isTrue();
        assertThat(allows(rbac, may(scheduler, "create", "/pods", "default/"))).isFalse();
        assertThat(allows(rbac, may(scheduler, "update", "coordination.k8s.io/leases", "kube-system/kube-scheduler")))
                .isTrue();
        assertThat(allows(rbac, may(scheduler, "update", "coordination.k8s.io/leases", "default/kube-scheduler")))
                .isTrue();
        assertThat(allows(rbac, may(scheduler, "update", "coordination.k8s.io/leases", "default/other")))
                .isFalse();
        User deployments = User.serviceAccount("kube-system", "deployment-controller", "");
        assertThat(reason(rbac, may(deployments, "create", "apps/replicasets", "default/")))
                .isEqualTo("RBAC: allowed by ClusterRoleBinding \"system:controller:deployment-controller\" of"
                        + " ClusterRole \"system:controller:deployment-controller\" to ServiceAccount"
                        + " \"deployment-controller/kube-system\"");
        assertThat(allows(rbac, may(deployments, "create", "/pods", "default/")))
                .isFalse();
        User impostor = User.serviceAccount("default", "deployment-controller", "");
        assertThat(allows(rbac, may(impostor, "create", "apps/replicasets", "default/")))
                .isFalse();
    }

    @Test
    void view_edit_and_admin_have_the_rules_that_they_select() {
        bind("team", "ClusterRole", "view", "vera");
        bind("team", "ClusterRole", "edit", "ed");
        bind("team", "ClusterRole", "admin", "ada");
        for (String name : List.of("vera", "ed", "ada")) {
            assertThat(allows(rbac, may(user(name), "list", "/pods", "team/"))).isTrue();
            assertThat(allows(rbac, may(user(name), "list", "/pods", "other/"))).isFalse();
            assertThat(allows(rbac, may(user(name), "create", "apps/deployments", "team/")))
                    .isEqualTo(!name.equals("vera"));
            assertThat(allows(rbac, may(user(name), "get", "/secrets", "team/s")))
                    .isEqualTo(!name.equals("vera"));
            assertThat(allows(rbac, may(user(name), "create", "rbac.authorization.k8s.io/roles", "team/")))
                    .isEqualTo(name.equals("ada"));
        }
    }

    /** Before v1.9 nobody wrote rules of other roles into them, and there were no others. */
    @Test
    void before_there_was_aggregation_they_have_their_rules_themselves() {
        for (String version : List.of("1.8", "1.9")) {
            Map<String, GenericObject> roles = new TreeMap<>();
            SystemRoles.objects(KubernetesVersion.parse(version)).stream()
                    .filter(object -> object.kind().equals("ClusterRole"))
                    .forEach(object -> roles.put(object.key().name(), (GenericObject) object));
            boolean aggregated = version.equals("1.9");
            assertThat(roles.containsKey("system:aggregate-to-view")).isEqualTo(aggregated);
            assertThat(roles.get("view").other().containsKey("aggregationRule")).isEqualTo(aggregated);
            assertThat(roles.get("view").metadata().labels()).hasSize(aggregated ? 2 : 1);
            assertThat((List<?>) roles.get("edit").other().get("rules"))
                    .hasSizeGreaterThan(((List<?>) roles.get("view").other().get("rules")).size());
        }
    }

    @Test
    void a_binding_to_a_role_that_is_not_there_is_told() {
        bind("team", "Role", "ghost", "alice");
        assertThat(reason(rbac, may(ALICE, "get", "/pods", "team/x")))
                .isEqualTo("RBAC: role.rbac.authorization.k8s.io \"ghost\" not found");
        bind(null, "ClusterRole", "phantom", "alice");
        assertThat(reason(rbac, may(ALICE, "get", "/pods", "team/x")))
                .isEqualTo("RBAC: [clusterrole.rbac.authorization.k8s.io \"phantom\" not found,"
                        + " role.rbac.authorization.k8s.io \"ghost\" not found]");
        index.forget(binding("team", "b-ghost", "Role", "ghost", "alice"));
        index.forget(binding(null, "b-phantom", "ClusterRole", "phantom", "alice"));
        assertThat(reason(rbac, may(ALICE, "get", "/pods", "team/x"))).isEmpty();
    }
}
