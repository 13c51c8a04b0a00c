package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the recording does not show, against a whole cluster. */
class HttpFrontTest {

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";

    private final RecordedCluster cluster = new RecordedCluster();

    private void create(String name) {
        cluster.done("POST", ROLES, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"of\":\"test\"}}}");
    }

    private static List<String> names(Map<?, ?> list) {
        List<String> names = new ArrayList<>();
        for (Object item : (List<?>) list.get("items")) {
            names.add((String) ((Map<?, ?>) ((Map<?, ?>) item).get("metadata")).get("name"));
        }
        return names;
    }

    @Test
    void pages_of_a_list_follow_each_other() {
        List.of("a", "b", "c").forEach(this::create);
        Map<?, ?> first = cluster.done("GET", ROLES + "?limit=2", "");
        assertThat(names(first)).containsExactly("a", "b");
        Map<?, ?> metadata = (Map<?, ?>) first.get("metadata");
        assertThat(metadata.get("remainingItemCount")).isEqualTo(1L);
        Map<?, ?> second = cluster.done("GET", ROLES + "?limit=2&continue=" + metadata.get("continue"), "");
        assertThat(names(second)).containsExactly("c");
        assertThat(((Map<?, ?>) second.get("metadata")).get("continue")).isNull();
    }

    @Test
    void a_watch_from_no_revision_begins_with_what_there_is() {
        create("a");
        HttpResponse response = cluster.send(HttpRequest.of(
                "GET", ROLES + "?watch=1&timeoutSeconds=1", RecordedCluster.headers("GET", "admin"), ""));
        assertThat(response.body().lines())
                .singleElement()
                .satisfies(line -> assertThat(((Map<?, ?>) GoJsonReader.parse(line)).get("type"))
                        .isEqualTo("ADDED"));
    }

    @Test
    void a_collection_is_deleted_by_labels() {
        List.of("a", "b").forEach(this::create);
        cluster.done("POST", ROLES, "{\"metadata\":{\"name\":\"other\"}}");
        cluster.done("DELETE", ROLES + "?labelSelector=of%20in%20(test)", "");
        assertThat(names(cluster.done("GET", ROLES, ""))).containsExactly("other");
    }

    @Test
    void a_log_of_no_pod_is_not_found() {
        Map<String, String> admin = RecordedCluster.headers("GET", "admin");
        String log = "/api/v1/namespaces/default/pods/nope/log";
        assertThat(cluster.send(HttpRequest.of("GET", log, admin, "")).code()).isEqualTo(404);
    }

    @Test
    void a_patch_cannot_make_an_object_one_of_another_kind() {
        cluster.done("POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        Map<String, String> headers = RecordedCluster.headers("PATCH", "admin");
        headers.put("Content-Type", "application/merge-patch+json");
        assertThat(cluster.send(HttpRequest.of("PATCH", CONFIG_MAPS + "/a", headers, "{\"kind\":\"Secret\"}"))
                        .code())
                .isEqualTo(422);
        headers.put("Content-Type", "application/apply-patch+yaml");
        String secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"}}";
        assertThat(cluster.send(HttpRequest.of("PATCH", CONFIG_MAPS + "/a?fieldManager=f", headers, secret))
                        .code())
                .isEqualTo(500);
        assertThat(cluster.done("GET", CONFIG_MAPS + "/a", "").get("kind")).isEqualTo("ConfigMap");
    }
}
