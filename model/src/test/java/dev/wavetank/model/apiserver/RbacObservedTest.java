package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Roles and bindings count for the server when it has observed them. */
class RbacObservedTest {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final ApiRequest LIST = new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL);

    private final ApiServerFixture server = new ApiServerFixture(
            1,
            ApiServerConfig.DEFAULT
                    .withAuthorization(AuthorizationConfig.of("RBAC"))
                    .withTokens(Map.of("a", new User("alice", List.of()), "m", User.master("root"))));

    private static KubernetesObject object(String kind, Map<String, Object> fields) {
        return new GenericObject(GROUP + "/v1", kind, ObjectMeta.named("default", "reader"), fields);
    }

    private static ApiRequest create(KubernetesObject object) {
        ResourceType resource = SystemRoles.resources().stream()
                .filter(type -> type.kind().equals(object.kind()))
                .findFirst()
                .orElseThrow();
        return ApiRequest.Create.of(resource, object);
    }

    private static KubernetesObject role() {
        return object(
                "Role",
                Map.of(
                        "rules",
                        List.of(Map.of(
                                "apiGroups", List.of(""), "resources", List.of("pods"), "verbs", List.of("list")))));
    }

    private static KubernetesObject binding() {
        return object(
                "RoleBinding",
                Map.of(
                        "roleRef", Map.of("apiGroup", GROUP, "kind", "Role", "name", "reader"),
                        "subjects", List.of(Map.of("apiGroup", GROUP, "kind", "User", "name", "alice"))));
    }

    @Test
    void a_binding_counts_from_its_observation_to_that_of_its_end() {
        assertThat(server.send("m", create(role())).code()).isEqualTo(201);
        assertThat(server.send("a", LIST).code()).isEqualTo(403);
        assertThat(server.send("m", create(binding())).code()).isEqualTo(201);
        assertThat(server.send("a", LIST).code()).isEqualTo(200);
        ApiRequest delete = new ApiRequest.Delete(
                SystemRoles.resources().get(3), "default", "reader", ApiRequest.DeleteOptions.DEFAULT);
        assertThat(server.send("m", delete).code()).isEqualTo(200);
        assertThat(server.send("a", LIST).code()).isEqualTo(403);
    }

    @Test
    void a_stored_binding_that_nobody_has_told_the_server_of_does_not_count() {
        server.send("m", create(role()));
        ResourceType bindings = SystemRoles.resources().get(3);
        // Written past etcd, so that no watch tells of it.
        server.store.put(bindings.storageKey(binding().key()), bindings, binding(), 0);
        assertThat(server.send("a", LIST).code()).isEqualTo(403);
        assertThat(server.send("m", new ApiRequest.Get(bindings, "default", "reader"))
                        .code())
                .isEqualTo(200);
    }
}
