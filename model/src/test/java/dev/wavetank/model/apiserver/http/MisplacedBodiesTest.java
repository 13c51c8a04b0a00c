package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bodies that are about something else than their path. */
class MisplacedBodiesTest {

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final LoneServer server = new LoneServer(KubernetesVersion.V1_20);

    private String refusal(String method, String target, String type, String body) {
        long before = server.revision();
        HttpResponse response = server.send(method, target, type, body);
        assertThat(server.revision()).as(response.body()).isEqualTo(before);
        return response.code() + " " + ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    private String applied(String body) {
        return refusal("PATCH", MAPS + "/c?fieldManager=m", APPLY, body);
    }

    private void createMap() {
        assertThat(server.send("POST", MAPS, JSON, "{\"metadata\":{\"name\":\"c\"}}")
                        .code())
                .isEqualTo(201);
    }

    @Test
    void a_configuration_of_something_else_is_not_applied() {
        String other = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"d\"}}";
        String elsewhere = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"c\",\"namespace\":\"kube-system\"}}";
        String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"c\"}}";
        String mismatch = "400 the name of the object (d) does not match the name on the URL (c)";
        assertThat(applied(other)).isEqualTo(mismatch);
        createMap();
        assertThat(applied(other)).isEqualTo(mismatch);
        assertThat(applied(elsewhere))
                .isEqualTo("400 the namespace of the object (kube-system) does not match the namespace on the request"
                        + " (default)");
        assertThat(applied(secret)).startsWith("500 failed to merge config: expected objects of the same type");
    }

    @Test
    void a_patch_cannot_change_the_kind() {
        createMap();
        assertThat(refusal("PATCH", MAPS + "/c", MERGE, "{\"kind\":\"Foo\"}"))
                .startsWith("422")
                .contains("no kind \"Foo\" is registered for version \"v1\" in scheme");
        assertThat(refusal("PATCH", MAPS + "/c", MERGE, "{\"kind\":\"Secret\"}"))
                .endsWith("converting (v1.Secret) to (core.ConfigMap): unknown conversion");
        String strategic = "application/strategic-merge-patch+json";
        HttpResponse kept = server.send("PATCH", MAPS + "/c", strategic, "{\"kind\":\"Secret\"}");
        assertThat(kept.code()).isEqualTo(200);
        assertThat(((Map<?, ?>) GoJsonReader.parse(kept.body())).get("kind")).isEqualTo("ConfigMap");
    }

    @Test
    void an_eviction_can_ask_for_a_dry_run_itself() {
        String pod = "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"a\",\"image\":\"i\"}]}}";
        assertThat(server.send("POST", PODS, JSON, pod).code()).isEqualTo(201);
        String eviction = "{\"metadata\":{\"name\":\"p\"},\"deleteOptions\":{\"dryRun\":[\"All\"]}}";
        assertThat(server.send("POST", PODS + "/p/eviction", JSON, eviction).code())
                .isEqualTo(201);
        assertThat(server.send("GET", PODS + "/p", JSON, "").code()).isEqualTo(200);
    }

    @Test
    void an_event_is_stored_where_its_object_lives() {
        String event = "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"namespace\":\"other\"}}";
        assertThat(refusal("POST", "/api/v1/namespaces/default/events", JSON, event))
                .isEqualTo("422 Event \"e\" is invalid: involvedObject.namespace: Invalid value: \"other\":"
                        + " does not match event.namespace");
        String ofNode = "{\"metadata\":{\"name\":\"n\"},\"involvedObject\":{\"kind\":\"Node\",\"name\":\"x\"}}";
        assertThat(server.send("POST", "/api/v1/namespaces/default/events", JSON, ofNode)
                        .code())
                .isEqualTo(201);
    }
}
