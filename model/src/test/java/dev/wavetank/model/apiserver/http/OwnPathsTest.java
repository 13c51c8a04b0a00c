package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Paths and bodies at the edge: what is no resource, no clean path, no protobuf or no options of a deletion. */
class OwnPathsTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String JSON = "application/json";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private static Map<?, ?> tree(HttpResponse response) {
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    private static String name(Map<?, ?> object) {
        return (String) ((Map<?, ?>) object.get("metadata")).get("name");
    }

    private static String refusal(HttpResponse response) {
        return response.code() + " " + tree(response).get("message");
    }

    @ParameterizedTest
    @EnumSource(
            value = KubernetesVersion.class,
            names = {"V1_20", "V1_32"})
    void the_state_of_the_other_components_is_told(KubernetesVersion version) {
        WireServer server = new WireServer(version);
        HttpResponse all = server.get("/api/v1/componentstatuses", "");
        assertThat(all.headers()).containsEntry("Warning", "299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
        assertThat(tree(all).get("kind")).isEqualTo("ComponentStatusList");
        List<?> items = (List<?>) tree(all).get("items");
        assertThat(items.stream().map(item -> name((Map<?, ?>) item)).toList())
                .containsExactly("controller-manager", "scheduler", "etcd-0");
        String etcd = server.get("/api/v1/componentstatuses/etcd-0", "").body();
        String well = version == KubernetesVersion.V1_32 ? "ok" : "{\\\"health\\\":\\\"true\\\"}";
        assertThat(etcd).contains("{\"type\":\"Healthy\",\"status\":\"True\",\"message\":\"" + well + "\"}");
        assertThat(refusal(server.get("/api/v1/componentstatuses/nope", "")))
                .isEqualTo("500 Component not found: nope");
    }

    @Test
    void the_issuer_of_tokens_tells_how_they_are_checked() {
        WireServer server = new WireServer(KubernetesVersion.V1_32);
        HttpResponse configuration = server.get("/.well-known/openid-configuration", "");
        assertThat(configuration.code()).isEqualTo(200);
        assertThat(configuration.headers()).containsEntry("Cache-Control", "public, max-age=3600");
        assertThat((String) tree(configuration).get("jwks_uri")).endsWith("/openid/v1/jwks");
        HttpResponse keys = server.get("/openid/v1/jwks", "");
        assertThat(keys.headers()).containsEntry("Content-Type", "application/jwk-set+json");
        assertThat(keys.body()).isEqualTo("{\"keys\":[]}");
    }

    @Test
    void a_path_with_two_slashes_is_none() {
        WireServer server = new WireServer(KubernetesVersion.V1_32);
        for (String path : List.of("//api", "//version", "//", "/api//v1/pods", "//healthz")) {
            HttpResponse response = server.get(path, "");
            assertThat(response.code()).as(path).isEqualTo(404);
            assertThat(tree(response).get("paths")).isInstanceOf(List.class);
        }
    }

    @Test
    void what_is_no_protobuf_is_refused() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        assertThat(refusal(server.send("POST", MAPS, PROTOBUF, "{\"metadata\":{}}")))
                .isEqualTo("400 the object provided is unrecognized (must be of type ConfigMap): provided data does"
                        + " not appear to be a protobuf message, expected prefix [107 56 115 0] ({\"metadata\":{}})");
        assertThat(refusal(server.send("POST", MAPS, PROTOBUF, "")))
                .isEqualTo("400 the object provided is unrecognized (must be of type ConfigMap): empty data (<empty>)");
        assertThat(refusal(server.send("POST", MAPS, PROTOBUF, "k8s\0"))).contains("empty body");
        assertThat(refusal(server.send("POST", MAPS, PROTOBUF, "k8s\0\n")))
                .isEqualTo("415 the simulation reads no protobuf: send JSON or YAML");
    }

    @Test
    void options_of_a_deletion_are_of_their_own_kind() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        server.send("POST", MAPS, JSON, "{\"metadata\":{\"name\":\"a\"}}");
        HttpResponse refused =
                server.send("DELETE", MAPS + "/a", JSON, "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}");
        assertThat(refusal(refused))
                .startsWith(
                        "500 no kind \"ConfigMap\" is registered for version \"v1\" in scheme \"k8s.io/apimachinery");
        assertThat(tree(refused).get("reason")).isNull();
        assertThat(server.send("DELETE", MAPS + "/a", JSON, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}")
                        .code())
                .isEqualTo(200);
    }

    @Test
    void selectors_that_contradict_themselves_select_nothing() {
        WireServer server = new WireServer(KubernetesVersion.V1_32);
        server.done("POST", MAPS, "{'metadata':{'name':'a'}}");
        server.done("POST", MAPS, "{'metadata':{'name':'b'}}");
        assertThat(names(server, "metadata.name=a,metadata.name==b")).isZero();
        assertThat(names(server, "metadata.name=b,metadata.name=a")).isZero();
        assertThat(names(server, "metadata.name=a,metadata.name==a")).isEqualTo(1);
        assertThat(names(server, "metadata.name=a,metadata.name!=a")).isZero();
    }

    private static int names(WireServer server, String selector) {
        HttpResponse response = server.get(MAPS + "?fieldSelector=" + selector.replace("=", "%3D"), "");
        return ((List<?>) tree(response).get("items")).size();
    }
}
