package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiRequest.DeleteOptions;
import dev.wavetank.model.api.ApiRequest.Selection;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.model.apiserver.authz.rbac.Rule;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The texts are those of the recorded server. */
class RefusalTest {

    private final ApiServerFixture server = ApiServerFixture.started();

    private static Deployment deployment(int replicas, Map<String, String> selector, Map<String, String> labels) {
        PodTemplateSpec template =
                new PodTemplateSpec(ObjectMeta.named(null, null).withLabels(labels), pod("x").spec());
        return new Deployment(
                ObjectMeta.named("default", "dv"),
                DeploymentSpecBuilder.builder()
                        .replicas(replicas)
                        .selector(new LabelSelector(selector, null))
                        .template(template)
                        .build(),
                null,
                null);
    }

    private String refusalOf(Deployment deployment) {
        return server.refusal(ApiRequest.Create.of(Resources.DEPLOYMENTS, deployment));
    }

    @Test
    void invalid_deployments_are_refused_with_the_field() {
        Map<String, String> app = Map.of("app", "dv");
        assertThat(refusalOf(deployment(-1, app, app)))
                .isEqualTo("422 Deployment.apps \"dv\" is invalid: spec.replicas: Invalid value: -1: must be greater"
                        + " than or equal to 0");
        assertThat(refusalOf(deployment(1, Map.of("a", "b"), app)))
                .isEqualTo("422 Deployment.apps \"dv\" is invalid: spec.template.metadata.labels: Invalid value:"
                        + " map[string]string{\"app\":\"dv\"}: `selector` does not match template `labels`");
        assertThat(refusalOf(deployment(1, Map.of(), app)))
                .isEqualTo("422 Deployment.apps \"dv\" is invalid: spec.selector: Invalid value:"
                        + " v1.LabelSelector{MatchLabels:map[string]string(nil),"
                        + " MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for"
                        + " deployment");
    }

    @Test
    void a_bad_name_and_a_taken_name_are_refused() {
        assertThat(server.refusal(ApiRequest.Create.of(Resources.PODS, pod("BadName"))))
                .isEqualTo("422 Pod \"BadName\" is invalid: metadata.name: Invalid value: \"BadName\": a lowercase RFC"
                        + " 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                        + " start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                        + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        server.done(ApiRequest.Create.of(Resources.PODS, pod("a")));
        assertThat(server.refusal(ApiRequest.Create.of(Resources.PODS, pod("a"))))
                .isEqualTo("409 pods \"a\" already exists");
    }

    @Test
    void a_namespace_must_exist_and_the_default_one_stays() {
        assertThat(server.refusal(ApiRequest.Create.of(Resources.PODS, pod(ObjectMeta.named("missing-ns", "x")))))
                .isEqualTo("404 namespaces \"missing-ns\" not found");
        assertThat(server.refusal(new ApiRequest.Delete(Resources.NAMESPACES, "", "default", DeleteOptions.DEFAULT)))
                .isEqualTo("403 namespaces \"default\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void rbac_refuses_what_no_rule_permits() {
        Rule reads = new Rule(List.of(""), List.of("pods"), List.of("list"), List.of());
        RbacPolicy policy = new RbacPolicy(
                List.of(new RbacPolicy.Role("", "reader", List.of(reads))),
                List.of(new RbacPolicy.Binding(
                        "default", "reader", true, List.of(new RbacPolicy.Subject("User", "alice")))));
        ApiServerFixture strict = new ApiServerFixture(
                1,
                ApiServerConfig.DEFAULT
                        .withRbac(policy)
                        .withTokens(Map.of("a", new User("alice", List.of()), "m", User.master("root"))));
        ApiRequest list = new ApiRequest.List(Resources.PODS, "default", Selection.ALL);
        ApiRequest get = new ApiRequest.Get(Resources.PODS, "default", "x");
        assertThat(strict.send("a", list).code()).isEqualTo(200);
        assertThat(((ApiResponse.Failed) strict.send("a", get)).status().message())
                .isEqualTo("pods \"x\" is forbidden: User \"alice\" cannot get resource \"pods\" in API group \"\" in"
                        + " the namespace \"default\"");
        assertThat(strict.send("m", get).code()).isEqualTo(404);
        assertThat(strict.send("nope", get).code()).isEqualTo(401);
        assertThat(strict.refusal(list))
                .isEqualTo("403 pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API"
                        + " group \"\" in the namespace \"default\"");
    }

    @Test
    void a_quota_holds_when_writers_race() {
        Map<String, String> hard = Map.of("pods", "3");
        ResourceQuota quota = (ResourceQuota) server.done(ApiRequest.Create.of(
                Resources.RESOURCE_QUOTAS,
                new ResourceQuota(ObjectMeta.named("default", "q"), new ResourceQuota.Spec(hard, null, null), null)));
        server.done(new ApiRequest.Update(
                Resources.RESOURCE_QUOTAS,
                "status",
                quota.withStatus(new ResourceQuota.Status(hard, Map.of("pods", "0")))));
        List<ApiResponse> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Completion<ApiResponse> answer = server.begin("", ApiRequest.Create.of(Resources.PODS, pod("p" + i)));
            answer.whenDone(answers::add);
        }
        server.run();
        assertThat(answers).hasSize(8);
        assertThat(server.store.range("/registry/pods/").size()).isLessThanOrEqualTo(3);
        server.send(ApiRequest.Create.of(Resources.PODS, pod("y1")));
        server.send(ApiRequest.Create.of(Resources.PODS, pod("y2")));
        assertThat(server.refusal(ApiRequest.Create.of(Resources.PODS, pod("z"))))
                .isEqualTo("403 pods \"z\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited:"
                        + " pods=3");
    }
}
