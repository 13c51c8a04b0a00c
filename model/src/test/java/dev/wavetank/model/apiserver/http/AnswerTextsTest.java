package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules of what answers say that hold for many requests. */
class AnswerTextsTest {

    private static final String JSON = "application/json";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

    private static Map<?, ?> tree(HttpResponse response) {
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    private static String message(HttpResponse response) {
        return (String) tree(response).get("message");
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void a_version_that_is_not_served_any_more_is_still_known(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        String body = "{\"apiVersion\":\"%s\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"}}";

        assertThat(message(server.send("POST", DEPLOYMENTS, JSON, body.formatted("apps/v1beta1"))))
                .isEqualTo("the API version in the data (apps/v1beta1) does not match the expected API version"
                        + " (apps/v1)");
        assertThat(message(server.send("POST", DEPLOYMENTS, JSON, body.formatted("apps/v1beta9"))))
                .contains("no kind \"Deployment\" is registered for version \"apps/v1beta9\"");
    }

    @Test
    void an_alpha_version_goes_with_its_types() {
        String body = "{\"apiVersion\":\"batch/v2alpha1\",\"kind\":\"CronJob\",\"metadata\":{\"name\":\"c\"}}";
        HttpResponse response = new LoneServer(KubernetesVersion.V1_32)
                .send("POST", "/apis/batch/v1/namespaces/default/cronjobs", JSON, body);

        assertThat(message(response)).contains("no kind \"CronJob\" is registered for version \"batch/v2alpha1\"");
    }

    @Test
    void a_finalizer_without_a_domain_is_named_by_its_index() {
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\",\"finalizers\":%s}}";
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);

        String wrong = "name is neither a standard finalizer name nor is it fully qualified";
        assertThat(message(server.send("POST", MAPS, JSON, body.formatted("[\"example.com/a\",\"mine\"]"))))
                .isEqualTo("ConfigMap \"c\" is invalid: metadata.finalizers[1]: Invalid value: \"mine\": " + wrong);
        assertThat(message(server.send("POST", MAPS, JSON, body.formatted("[\"a b\"]"))))
                .startsWith("ConfigMap \"c\" is invalid: [metadata.finalizers: Invalid value: \"a b\": name part must")
                .endsWith(", metadata.finalizers[0]: Invalid value: \"a b\": " + wrong + "]");
    }

    @Test
    void details_name_the_group_that_was_asked() {
        HttpResponse response = new LoneServer(KubernetesVersion.V1_32)
                .send("GET", "/apis/events.k8s.io/v1/namespaces/default/events/x", JSON, "");

        assertThat(message(response)).isEqualTo("events.events.k8s.io \"x\" not found");
        assertThat(tree(response).get("details").toString()).isEqualTo("{name=x, group=events.k8s.io, kind=events}");
    }

    @Test
    void yaml_is_refused_in_the_words_of_go() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);

        String unrecognized = "the object provided is unrecognized (must be of type ConfigMap): yaml: ";
        assertThat(message(server.send("POST", MAPS, "application/yaml", "{a: [1}")))
                .isEqualTo(unrecognized + "did not find expected ',' or ']' ({a: [1})");
        assertThat(message(server.send("POST", MAPS, "application/yaml", "a: [1")))
                .startsWith(unrecognized + "line 1: did not find expected ',' or ']'");
        assertThat(message(server.send("PATCH", MAPS + "/a?fieldManager=f", "application/apply-patch+yaml", "a: [1")))
                .isEqualTo("error decoding YAML: error converting YAML to JSON: yaml: line 1: did not find expected ','"
                        + " or ']'");
        assertThat(message(server.send("POST", MAPS, "application/yaml", "a:\n  {b: [1\n  }\n")))
                .startsWith(unrecognized + "line 2: did not find expected ',' or ']'");
        assertThat(message(server.send("POST", MAPS, "application/yaml", "a: b\nc: d: e\n")))
                .startsWith(unrecognized + "line 2: mapping values are not allowed in this context");
    }

    @Test
    void zeros_are_left_out_and_not_owned_unless_they_are_pointers_in_go() {
        String body = "{\"metadata\":{\"name\":\"web\",\"generateName\":\"\"},\"spec\":{\"replicas\":0,"
                + "\"minReadySeconds\":0,\"paused\":false,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"
                + "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"nodeName\":\"\","
                + "\"terminationGracePeriodSeconds\":0,\"restartPolicy\":\"\",\"volumes\":[],\"containers\":"
                + "[{\"name\":\"c\",\"image\":\"x\",\"tty\":false}]}}}}";
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        server.send("POST", DEPLOYMENTS, JSON, body);

        assertThat(server.send("GET", DEPLOYMENTS + "/web", JSON, "").body())
                .contains("\"replicas\":0", "\"terminationGracePeriodSeconds\":0", "\"restartPolicy\":\"Always\"")
                .contains("f:replicas", "f:terminationGracePeriodSeconds")
                .doesNotContain("minReadySeconds", "paused", "nodeName", "tty", "volumes", "generateName");
    }

    @Test
    void times_that_are_not_set_are_null() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        String pod = ValidBodies.all().stream()
                .filter(valid -> valid.target().equals(PODS))
                .findFirst()
                .orElseThrow()
                .json();
        server.send("POST", PODS, JSON, pod);
        server.send(
                "POST",
                "/api/v1/namespaces/default/podtemplates",
                JSON,
                "{\"metadata\":{\"name\":\"t\"},"
                        + "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"x\"}]}}}");
        HttpResponse patched = server.send(
                "PATCH",
                PODS + "/p/status?fieldManager=kubelet",
                "application/strategic-merge-patch+json",
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");

        assertThat(patched.body())
                .contains("{\"type\":\"Ready\",\"status\":\"True\",\"lastProbeTime\":null,\"lastTransitionTime\":null}")
                .contains("\"f:lastProbeTime\":{}");
        assertThat(server.send("GET", "/api/v1/namespaces/default/podtemplates/t", JSON, "")
                        .body())
                .contains("\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"},\"creationTimestamp\":null}");
    }

    @Test
    void a_refused_change_of_a_pod_shows_its_empty_neighbours() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        server.send(
                "POST",
                PODS,
                JSON,
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"x\"}]}}");
        HttpResponse refused =
                server.send("PATCH", PODS + "/p", "application/merge-patch+json", "{\"spec\":{\"hostname\":\"h\"}}");

        assertThat(message(refused)).endsWith("""
                  core.PodSpec{
                  	... // 12 identical fields
                  	SecurityContext:   &{},
                  	ImagePullSecrets:  nil,
                - 	Hostname:          "h",
                + 	Hostname:          "",
                  	Subdomain:         "",
                  	SetHostnameAsFQDN: nil,
                  	... // 13 identical fields
                  }
                """);
    }

    @Test
    void a_binding_leaves_no_trace_in_managed_fields() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        server.send(
                "POST",
                PODS,
                JSON,
                ValidBodies.all().stream()
                        .filter(valid -> valid.target().equals(PODS))
                        .findFirst()
                        .orElseThrow()
                        .json());
        HttpResponse bound = server.send(
                "POST",
                PODS + "/p/binding?fieldManager=binder",
                JSON,
                "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"p\"},\"target\":"
                        + "{\"kind\":\"Node\",\"name\":\"n\"}}");

        assertThat(bound.code()).as(bound.body()).isEqualTo(201);
        assertThat(server.send("GET", PODS + "/p", JSON, "").body())
                .contains("\"nodeName\":\"n\"")
                .doesNotContain("binder", "f:nodeName");
    }
}
