package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Requests for tokens of service accounts pass admission, as every creation of a subresource does. */
class TokenAdmissionTest {

    private static final String KUBELET = "k";

    private static AdmissionWorld world(List<String> plugins) {
        Map<String, User> users = new LinkedHashMap<>();
        users.put(KUBELET, new User("system:node:n1", List.of("system:nodes")));
        users.put("", User.master("root"));
        ApiServerConfig config = ApiServerConfig.DEFAULT
                .withTokens(users)
                .withAdmissionPlugins(plugins)
                .withAuthentication(ApiServerConfig.DEFAULT
                        .authentication()
                        .withTokens(users)
                        .withServiceAccounts(
                                new ServiceAccountAuthenticator.Issuer("https://issuer", "key", List.of("api"))));
        return new AdmissionWorld(1, config, KubernetesVersion.V1_32, AdmissionWorld.FIRST).start();
    }

    private static ApiRequest token(String account, Map<String, Object> spec) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", spec);
        return new ApiRequest.Create(
                Resources.SERVICE_ACCOUNTS,
                "default",
                account,
                "token",
                new GenericObject("authentication.k8s.io/v1", "TokenRequest", ObjectMeta.named(null, null), fields));
    }

    private static ApiRequest boundTo(String pod, String uid) {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("apiVersion", "v1");
        reference.put("kind", "Pod");
        reference.put("name", pod);
        if (uid != null) {
            reference.put("uid", uid);
        }
        return token("default", Map.of("boundObjectRef", reference));
    }

    @Test
    void a_plugin_refuses_a_token() {
        AdmissionWorld world = world(List.of("AlwaysDeny"));

        assertThat(world.refusal("", token("default", Map.of())))
                .startsWith("403 serviceaccounts \"default\" is forbidden: ");
    }

    @Test
    void the_account_is_looked_up_between_the_plugins_that_change_and_those_that_judge() {
        assertThat(world(List.of("NamespaceLifecycle")).refusal("", token("nobody", Map.of())))
                .isEqualTo("404 serviceaccounts \"nobody\" not found");
    }

    @Test
    void a_kubelet_gets_tokens_for_pods_on_its_node_only() {
        AdmissionWorld world = world(List.of("NodeRestriction"));
        String start = "403 serviceaccounts \"default\" is forbidden: ";
        KubernetesObject own = world.done(ApiRequest.Create.of(
                Resources.PODS, pod("own").withSpec(pod("own").spec().withNodeName("n1"))));
        KubernetesObject other = world.done(ApiRequest.Create.of(
                Resources.PODS, pod("other").withSpec(pod("other").spec().withNodeName("n2"))));

        assertThat(world.refusal(KUBELET, token("default", Map.of())))
                .isEqualTo(start + "node requested token not bound to a pod");
        assertThat(world.refusal(KUBELET, boundTo("own", null)))
                .isEqualTo(start + "node requested token with a pod binding without a uid");
        assertThat(world.refusal(KUBELET, boundTo("own", "u")))
                .isEqualTo(start + "the UID in the bound object reference (u) does not match the UID in record."
                        + " The object might have been deleted and then recreated");
        assertThat(world.refusal(KUBELET, boundTo("other", other.uid())))
                .isEqualTo(start + "node requested token bound to a pod scheduled on a different node");
        assertThat(world.refusal(KUBELET, boundTo("gone", "u"))).isEqualTo("404 pods \"gone\" not found");
        world.token = KUBELET;
        assertThat(world.done(boundTo("own", own.uid())).kind()).isEqualTo("TokenRequest");
    }
}
