package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to subresources of pods pass admission as what they are. */
class ConnectionsTest {

    private static final ResourceType VALIDATING = new ResourceType(
            "admissionregistration.k8s.io",
            "v1",
            "ValidatingWebhookConfiguration",
            "validatingwebhookconfigurations",
            false);
    private static final String HOOK = WebhookServer.ofService("infra", "hook");
    private static final String PODS = "/api/v1/namespaces/default/pods/";
    private static final String POD = PODS + "a";

    private final List<AdmissionReview> asked = new ArrayList<>();

    /**
     * A world with a pod and with a webhook that is asked about one operation on subresources and refuses it or not.
     */
    private AdmissionWorld world(boolean allows, String operation) {
        AdmissionWorld world = AdmissionWorld.with("ValidatingAdmissionWebhook")
                .webhook(HOOK, 1_000_000, review -> {
                    asked.add(review);
                    return allows ? AdmissionReview.Answer.ALLOWED : AdmissionReview.Answer.denied(403, "not today");
                })
                .start();
        world.done(ApiRequest.Create.of(Resources.PODS, pod("a")));
        world.done(ApiRequest.Create.of(
                VALIDATING,
                object(
                        VALIDATING,
                        null,
                        "v",
                        "{\"webhooks\":[{\"name\":\"v.example.com\",\"sideEffects\":\"None\","
                                + "\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":{\"service\":"
                                + "{\"namespace\":\"infra\",\"name\":\"hook\"}},\"rules\":[{\"operations\":[\""
                                + operation
                                + "\"],\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":[\"*/*\"]}]}]}")));
        return world;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec?command=ls&stdout=true", "attach", "portforward", "proxy/some/path"})
    void a_connection_may_be_refused_by_a_webhook_before_anything_else_is_looked_at(String path) {
        AdmissionWorld world = world(false, "CONNECT");
        assertThat(world.http("POST", POD + "/" + path, ""))
                .startsWith("403 ")
                .contains("admission webhook \\\"v.example.com\\\" denied the request: not today");
        assertThat(world.http("GET", PODS + "missing/" + path, "")).startsWith("403 ");
        assertThat(asked).hasSize(2).allSatisfy(review -> {
            assertThat(review.operation()).isEqualTo("CONNECT");
            assertThat(path).startsWith(review.subresource());
            assertThat(review.oldObject()).isNull();
        });
    }

    @Test
    void a_connection_that_may_be_made_leads_nowhere() {
        AdmissionWorld world = world(true, "CONNECT");
        assertThat(world.http("GET", POD + "/attach", ""))
                .startsWith("501 ")
                .contains("the simulation has no pods/attach");
        assertThat(world.http("POST", PODS + "missing/attach", ""))
                .startsWith("404 ")
                .contains("pods \\\"missing\\\" not found");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0).object().kind()).isEqualTo("PodAttachOptions");
    }

    @Test
    void a_command_leads_to_the_kubelet_of_the_pod() {
        AdmissionWorld world = world(true, "CONNECT");
        assertThat(world.http("GET", POD + "/exec?command=ls", ""))
                .startsWith("400 ")
                .contains("pod a does not have a host assigned");
        assertThat(world.http("POST", PODS + "missing/exec?command=ls", "")).startsWith("404 ");
        assertThat(asked.get(0).object().kind()).isEqualTo("PodExecOptions");
    }

    @Test
    void reading_a_log_is_no_connection() {
        AdmissionWorld world = world(false, "CONNECT");
        assertThat(world.http("GET", POD + "/log", "")).startsWith("200 ");
        assertThat(asked).isEmpty();
    }

    @Test
    void always_deny_denies_connections_too() {
        AdmissionWorld world = AdmissionWorld.with("AlwaysDeny").start();
        assertThat(world.http("POST", POD + "/exec?command=ls", ""))
                .startsWith("403 ")
                .contains("pods \\\"a\\\" is forbidden");
    }

    private static String eviction(String more) {
        return "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"a\"}" + more + "}";
    }

    @Test
    void an_eviction_is_created_and_the_deletion_that_follows_is_not_asked_about() {
        AdmissionWorld world = world(true, "*");
        assertThat(world.http("POST", POD + "/eviction", eviction(""))).startsWith("201 ");
        assertThat(asked).singleElement().satisfies(review -> {
            assertThat(review.operation()).isEqualTo("CREATE");
            assertThat(review.subresource()).isEqualTo("eviction");
            assertThat(review.object().kind()).isEqualTo("Eviction");
        });
        assertThat(world.http("GET", POD, "")).startsWith("404 ");
    }

    @Test
    void a_refused_eviction_leaves_the_pod() {
        AdmissionWorld world = world(false, "CREATE");
        assertThat(world.http("POST", POD + "/eviction", eviction(""))).startsWith("403 ");
        assertThat(world.http("GET", POD, "")).startsWith("200 ");
    }

    @Test
    void an_eviction_names_its_pod_and_says_how_it_is_to_be_deleted() {
        AdmissionWorld world = world(true, "CREATE");
        assertThat(world.http("POST", PODS + "b/eviction", eviction("")))
                .startsWith("400 ")
                .contains("name in URL does not match name in Eviction object");
        assertThat(world.http(
                        "POST",
                        POD + "/eviction",
                        eviction(",\"deleteOptions\":{\"preconditions\":{\"uid\":\"other\"}}")))
                .startsWith("409 ");
        assertThat(world.http("GET", POD, "")).startsWith("200 ");
    }
}
