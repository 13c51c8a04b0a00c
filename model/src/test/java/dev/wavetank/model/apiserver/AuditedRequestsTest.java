package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.yaml.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditedRequestsTest {

    private static final String HEAD = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

    private final List<Map<String, Object>> events = new ArrayList<>();

    private ApiServerParts audited(String policy) {
        Map<String, Object> tree =
                YamlReader.read("policy", HEAD + policy).get(0).root();
        return ApiServerParts.NONE.withAudit(AuditPolicy.of(tree), events::add);
    }

    @Test
    void a_request_of_nobody_is_one_event_as_its_answer_starts() {
        ApiServerFixture server = new ApiServerFixture(
                1, ApiServerConfig.DEFAULT, audited("rules: [{level: Metadata, omitStages: [RequestReceived]}]"));
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Authorization", "Bearer wrong");
        assertThat(server.send(HttpRequest.of("GET", "/api/v1/namespaces/default/pods", headers, ""))
                        .code())
                .isEqualTo(401);
        assertThat(events).hasSize(1);
        assertThat(events.get(0)).containsEntry("stage", "ResponseStarted").containsEntry("user", Map.of());
        assertThat(events.get(0).get("responseStatus"))
                .hasToString("{metadata={}, status=Failure, message=Unauthorized, reason=Unauthorized, code=401}");
    }

    @Test
    void managed_fields_are_left_out_where_the_policy_says_so() {
        ApiServerFixture server = new ApiServerFixture(
                1, ApiServerConfig.DEFAULT, audited("omitManagedFields: true\nrules: [{level: RequestResponse}]"));
        assertThat(server.send("", ApiRequest.Create.of(Resources.PODS, ApiServerFixture.pod("a")))
                        .code())
                .isEqualTo(201);
        assertThat(events).isNotEmpty();
        assertThat(events.toString()).contains("responseObject").doesNotContain("managedFields");
    }

    @Test
    void an_authorizer_that_cannot_judge_is_a_fault_of_the_server() {
        ApiServerFixture server = new ApiServerFixture(
                1,
                ApiServerConfig.DEFAULT.withAuthorization(AuthorizationConfig.of("AlwaysDeny")),
                audited("rules: [{level: Metadata, omitStages: [RequestReceived]}]")
                        .withAuthorizer((context, endpoint) -> attributes ->
                                Decision.failed("no route to host").now()));
        assertThat(server.send(HttpRequest.of("GET", "/api/v1/namespaces/default/pods", new LinkedHashMap<>(), ""))
                        .code())
                .isEqualTo(500);
        assertThat(events.get(0).get("annotations")).isEqualTo(Map.of("authorization.k8s.io/reason", "internal error"));
    }
}
