package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scales of kinds that are kept as trees, and what the server makes of Jobs, by release. */
class ScalesOverHttpTest {

    private static final String JSON = "application/json";
    private static final String TEMPLATE =
            "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";

    private static Map<?, ?> tree(HttpResponse response, int code) {
        assertThat(response.code()).as(response.body()).isEqualTo(code);
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    private static LoneServer with(String path, String kind, String selector) {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        String body = "{\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"w\"},\"spec\":{\"replicas\":2,\"selector\":"
                + selector + "," + TEMPLATE + "}}";
        assertThat(server.send("POST", path, JSON, body).code()).isEqualTo(201);
        return server;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/api/v1/namespaces/default/replicationcontrollers | ReplicationController | {\"a\":\"b\"} | a=b",
                "/apis/apps/v1/namespaces/default/statefulsets | StatefulSet | {\"matchLabels\":{\"a\":\"b\"}} | a=b",
                "/apis/apps/v1/namespaces/default/statefulsets | StatefulSet"
                        + " | {\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[\"b\",\"c\"]}]}"
                        + " | a in (b,c)",
            })
    void a_scale_is_read_and_written(String path, String kind, String selector, String query) {
        LoneServer server = with(path, kind, selector);
        String scale = path + "/w/scale";
        Map<?, ?> read = tree(server.send("GET", scale, JSON, ""), 200);
        assertThat(read.get("spec")).isEqualTo(Map.of("replicas", 2L));
        assertThat(read.get("status")).isEqualTo(Map.of("replicas", 0L, "selector", query));
        String put =
                "{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"w\",\"namespace\":\"default\"},"
                        + "\"spec\":{\"replicas\":5}}";
        assertThat(tree(server.send("PUT", scale, JSON, put), 200).get("spec")).isEqualTo(Map.of("replicas", 5L));
        HttpResponse patched =
                server.send("PATCH", scale, "application/merge-patch+json", "{\"spec\":{\"replicas\":7}}");
        assertThat(tree(patched, 200).get("spec")).isEqualTo(Map.of("replicas", 7L));
        Map<?, ?> whole = tree(server.send("GET", path + "/w", JSON, ""), 200);
        assertThat(((Map<?, ?>) whole.get("spec")).get("replicas")).isEqualTo(7L);
        assertThat(((Map<?, ?>) whole.get("metadata")).get("generation")).isEqualTo(3L);
    }

    @Test
    void a_simulated_component_is_shown_the_scale() {
        LoneServer server =
                with("/apis/apps/v1/namespaces/default/statefulsets", "StatefulSet", "{\"matchLabels\":{\"a\":\"b\"}}");
        ResourceType sets = new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true);
        ApiResponse read = server.send(new ApiRequest.Get(sets, "default", "w", "scale"));
        GenericObject scale = (GenericObject) ((ApiResponse.One) read).object();
        assertThat(scale.kind()).isEqualTo("Scale");
        assertThat(scale.other().get("status")).isEqualTo(Map.of("replicas", 0, "selector", "a=b"));
        ApiRequest.Change change = new ApiRequest.Change.Replicas(4);
        ApiResponse patched = server.send(new ApiRequest.Patch(sets, "default", "w", "scale", change));
        GenericObject after = (GenericObject) ((ApiResponse.One) patched).object();
        assertThat(after.other().get("spec")).isEqualTo(Map.of("replicas", 4));
        ApiResponse missing = server.send(new ApiRequest.Get(Resources.DEPLOYMENTS, "default", "x", "scale"));
        assertThat(((ApiResponse.Failed) missing).status().message())
                .isEqualTo("deployments/scale.apps \"x\" not found");
    }

    private static Map<?, ?> job(KubernetesVersion version, String fields) {
        LoneServer server = new LoneServer(version);
        String body = "{\"metadata\":{\"name\":\"j\"},\"spec\":{" + fields
                + "\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}";
        return tree(server.send("POST", "/apis/batch/v1/namespaces/default/jobs", JSON, body), 201);
    }

    @Test
    void a_job_is_completed_as_its_release_does() {
        Map<?, ?> old = job(KubernetesVersion.V1_20, "");
        Map<?, ?> metadata = (Map<?, ?>) old.get("metadata");
        Object uid = metadata.get("uid");
        assertThat(metadata.get("labels")).isEqualTo(Map.of("controller-uid", uid, "job-name", "j"));
        assertThat(metadata.containsKey("generation")).isFalse();
        assertThat(old.get("spec").toString())
                .contains("backoffLimit=6", "completions=1", "parallelism=1", "matchLabels={controller-uid=")
                .doesNotContain("completionMode", "suspend", "podReplacementPolicy");
        Map<?, ?> now = job(KubernetesVersion.V1_32, "");
        Map<?, ?> template = (Map<?, ?>) ((Map<?, ?>) now.get("spec")).get("template");
        assertThat(((Map<?, ?>) ((Map<?, ?>) template.get("metadata")).get("labels")).keySet())
                .map(Object::toString)
                .containsExactlyInAnyOrder(
                        "controller-uid",
                        "job-name",
                        "batch.kubernetes.io/controller-uid",
                        "batch.kubernetes.io/job-name");
        assertThat(((Map<?, ?>) now.get("metadata")).get("generation")).isEqualTo(1L);
        assertThat(now.get("spec").toString())
                .contains("completionMode=NonIndexed", "suspend=false", "podReplacementPolicy=TerminatingOrFailed")
                .contains("matchLabels={batch.kubernetes.io/controller-uid=");
    }

    @Test
    void a_job_that_says_how_many_pods_run_at_once_works_on_a_queue() {
        assertThat(job(KubernetesVersion.V1_32, "\"parallelism\":1,")
                        .get("spec")
                        .toString())
                .doesNotContain("completions=");
        assertThat(job(
                                KubernetesVersion.V1_32,
                                "\"backoffLimitPerIndex\":1,\"completionMode\":\"Indexed\",\"completions\":2,")
                        .get("spec")
                        .toString())
                .contains("backoffLimit=2147483647");
    }
}
