package dev.wavetank.model.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The texts of refusals, as recorded from a real Kubernetes 1.20.2 control plane. */
class ForbiddenTest {

    private static final User ALICE = new User("alice", List.of(User.AUTHENTICATED));

    private static Status refusal(String verb, String group, String path, String namespace, String name) {
        String[] parts = path.split("/");
        String subresource = parts.length > 1 ? parts[1] : "";
        Attributes.Resource target =
                new Attributes.Resource(group, "v1", parts[0], subresource, namespace, name, Map.of());
        return new Attributes(ALICE, verb, target).forbidden("", true);
    }

    @Test
    void a_refusal_names_user_verb_resource_and_place() {
        assertThat(refusal("list", "", "pods", "s7b", "").message())
                .isEqualTo("pods is forbidden: User \"alice\" cannot list resource \"pods\" in API group \"\" in the"
                        + " namespace \"s7b\"");
        assertThat(refusal("get", "", "nodes", "", "hollow-0").message())
                .isEqualTo("nodes \"hollow-0\" is forbidden: User \"alice\" cannot get resource \"nodes\" in API group"
                        + " \"\" at the cluster scope");
        Status scale = refusal("patch", "apps", "deployments/scale", "s7b", "x");
        assertThat(scale.message())
                .isEqualTo("deployments.apps \"x\" is forbidden: User \"alice\" cannot patch resource"
                        + " \"deployments/scale\" in API group \"apps\" in the namespace \"s7b\"");
        assertThat(scale.details()).isEqualTo(new Status.Details("x", "apps", "deployments", null, null, null));
        assertThat(refusal("list", "", "foos", "s7b", "").details())
                .isEqualTo(new Status.Details(null, null, "foos", null, null, null));
    }

    /** As errors.go of v1.8 to v1.11 writes it. */
    @Test
    void an_old_refusal_names_the_resource_in_one_word() {
        Attributes.Resource scale =
                new Attributes.Resource("apps", "v1beta1", "deployments", "scale", "s7b", "x", Map.of());
        assertThat(new Attributes(ALICE, "patch", scale).forbidden("", false).message())
                .isEqualTo("deployments.apps \"x\" is forbidden: User \"alice\" cannot patch deployments.apps/scale in"
                        + " the namespace \"s7b\"");
        Attributes.Resource nodes = new Attributes.Resource("", "v1", "nodes", "", "", "", Map.of());
        assertThat(new Attributes(ALICE, "list", nodes).forbidden("", false).message())
                .isEqualTo("nodes is forbidden: User \"alice\" cannot list nodes at the cluster scope");
    }

    @Test
    void a_path_that_is_no_resource_has_a_text_of_its_own() {
        Status refusal = new Attributes(ALICE, "get", new Attributes.Path("/metrics")).forbidden("", true);
        assertThat(refusal.message()).isEqualTo("forbidden: User \"alice\" cannot get path \"/metrics\"");
        assertThat(refusal.details()).isEqualTo(new Status.Details(null, null, null, null, null, null));
        assertThat(refusal.code()).isEqualTo(403);
    }

    @Test
    void the_reason_of_an_authorizer_ends_the_text_and_odd_names_are_escaped() {
        User odd = new User("a\"b\n\u0001é", List.of());
        assertThat(new Attributes(odd, "get", new Attributes.Path("/x"))
                        .forbidden("No policy matched.", true)
                        .message())
                .isEqualTo("forbidden: User \"a\\\"b\\n\\x01é\" cannot get path \"/x\": No policy matched.");
    }

    @Test
    void a_namespace_lies_in_itself_but_not_before_it_exists() {
        ApiRequest delete =
                new ApiRequest.Delete(Resources.NAMESPACES, "", "default", ApiRequest.DeleteOptions.DEFAULT);
        assertThat(Attributes.of(ALICE, delete).forbidden("", true).message())
                .isEqualTo("namespaces \"default\" is forbidden: User \"alice\" cannot delete resource \"namespaces\""
                        + " in API group \"\" in the namespace \"default\"");
        assertThat(refusal("create", "", "namespaces", "", "").message())
                .isEqualTo("namespaces is forbidden: User \"alice\" cannot create resource \"namespaces\" in API group"
                        + " \"\" at the cluster scope");
    }
}
