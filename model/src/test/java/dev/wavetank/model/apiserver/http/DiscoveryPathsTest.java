package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the server tells about itself, over the wire. */
class DiscoveryPathsTest {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final WireServer server = new WireServer(KubernetesVersion.V1_32);
    private final WireServer old = new WireServer(KubernetesVersion.V1_20);

    private static Map<?, ?> tree(HttpResponse response) {
        assertThat(response.code()).as(response.body()).isEqualTo(200);
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    private static Object at(Object tree, Object... steps) {
        Object value = tree;
        for (Object step : steps) {
            value = step instanceof Integer index ? ((List<?>) value).get(index) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    @Test
    void all_groups_come_in_one_document_to_clients_that_know_of_it() {
        HttpResponse response = server.get("/apis", AGGREGATED + ",application/json");
        assertThat(response.headers()).containsEntry("Content-Type", AGGREGATED).containsEntry("Vary", "Accept");
        Map<?, ?> document = tree(response);
        assertThat(document.get("apiVersion")).isEqualTo("apidiscovery.k8s.io/v2");
        Map<?, ?> apps = (Map<?, ?>) at(document, "items", 1);
        assertThat(at(apps, "metadata", "name")).isEqualTo("apps");
        Map<?, ?> deployments = (Map<?, ?>) at(apps, "versions", 0, "resources", 2);
        assertThat(deployments.get("resource")).isEqualTo("deployments");
        assertThat(deployments.get("singularResource")).isEqualTo("deployment");
        assertThat(deployments.get("scope")).isEqualTo("Namespaced");
        assertThat(at(deployments, "subresources", 0, "subresource")).isEqualTo("scale");
        assertThat(at(deployments, "subresources", 0, "responseKind", "kind")).isEqualTo("Scale");
        assertThat(at(tree(server.get("/api", AGGREGATED)), "items", 0, "versions", 0, "version"))
                .isEqualTo("v1");
        assertThat(tree(server.get("/apis", "application/json")).get("kind")).isEqualTo("APIGroupList");
        assertThat(tree(old.get("/apis", AGGREGATED)).get("kind")).isEqualTo("APIGroupList");
    }

    @Test
    void version_two_of_the_autoscalers_is_preferred_in_the_later_release() {
        assertThat(at(tree(server.get("/apis/autoscaling", "")), "preferredVersion", "version"))
                .isEqualTo("v2");
        assertThat(at(tree(old.get("/apis/autoscaling", "")), "preferredVersion", "version"))
                .isEqualTo("v1");
    }

    @Test
    void open_api_knows_fields_and_parameters() {
        Map<?, ?> swagger = tree(server.get("/openapi/v2", "application/json"));
        Map<?, ?> spec = (Map<?, ?>) at(swagger, "definitions", "io.k8s.api.apps.v1.DeploymentSpec", "properties");
        assertThat(at(spec, "replicas", "format")).isEqualTo("int32");
        assertThat(at(spec, "template", "$ref")).isEqualTo("#/definitions/io.k8s.api.core.v1.PodTemplateSpec");
        assertThat(at(
                        swagger,
                        "definitions",
                        "io.k8s.api.apps.v1.Deployment",
                        "x-kubernetes-group-version-kind",
                        0,
                        "group"))
                .isEqualTo("apps");
        String pods = "/api/v1/namespaces/{namespace}/pods/{name}";
        assertThat(at(swagger, "paths", pods, "patch", "parameters").toString()).contains("fieldValidation");
        Map<?, ?> before = tree(old.get("/openapi/v2", ""));
        assertThat(at(before, "paths", pods, "patch", "parameters").toString()).doesNotContain("fieldValidation");
        assertThat(server.get("/openapi/v2", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf")
                        .code())
                .isEqualTo(406);
    }

    @Test
    void open_api_three_has_a_document_of_its_own_for_each_version() {
        Map<?, ?> index = tree(server.get("/openapi/v3", ""));
        String url = (String) at(index, "paths", "apis/apps/v1", "serverRelativeURL");
        Map<?, ?> document = tree(server.get(url, "application/json"));
        Map<?, ?> schemas = (Map<?, ?>) at(document, "components", "schemas");
        assertThat(schemas.containsKey("io.k8s.api.core.v1.Container")).isTrue();
        assertThat(schemas.containsKey("io.k8s.api.core.v1.Node")).isFalse();
        String deployments = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";
        assertThat(at(document, "paths", deployments, "patch", "x-kubernetes-group-version-kind", "kind"))
                .isEqualTo("Deployment");
        assertThat(server.get("/openapi/v3/apis/nope/v1", "").code()).isEqualTo(404);
        assertThat(old.get("/openapi/v3", "").code()).isEqualTo(404);
    }

    @Test
    void health_can_be_asked_for_in_parts() {
        assertThat(server.get("/healthz", "").body()).isEqualTo("ok");
        assertThat(server.get("/readyz?verbose", "").body()).endsWith("[+]shutdown ok\nreadyz check passed\n");
        assertThat(server.get("/livez/etcd", "").body()).isEqualTo("ok");
        assertThat(server.get("/livez/poststarthook/rbac/bootstrap-roles", "").body())
                .isEqualTo("ok");
        assertThat(server.get("/livez/nope", "").code()).isEqualTo(404);
    }

    @Test
    void a_document_that_has_not_changed_is_not_sent_again() {
        HttpResponse first = server.get("/apis", AGGREGATED);
        assertThat(server.get("/apis", AGGREGATED).headers())
                .containsEntry("Etag", first.headers().get("Etag"));
        assertThat(first.headers().get("Etag")).matches("\"[0-9A-F]{128}\"");
    }
}
