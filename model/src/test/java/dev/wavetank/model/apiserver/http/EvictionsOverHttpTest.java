package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What budgets say of evictions, and what evictions leave in budgets. */
class EvictionsOverHttpTest {

    private static final String JSON = "application/json";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private LoneServer server = new LoneServer(KubernetesVersion.V1_32);
    private String policy = "v1";

    private void release(KubernetesVersion version) {
        server = new LoneServer(version);
        policy = version == KubernetesVersion.V1_20 ? "v1beta1" : "v1";
    }

    private String budgets() {
        return "/apis/policy/" + policy + "/namespaces/default/poddisruptionbudgets";
    }

    private void done(String method, String target, String body) {
        HttpResponse response = server.send(method, target, JSON, body);
        assertThat(response.code()).as(response.body()).isBetween(200, 201);
    }

    private void pod(String name, String phase, boolean ready) {
        done(
                "POST",
                PODS,
                "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":"
                        + "[{\"name\":\"c\",\"image\":\"i\"}]}}");
        HttpResponse patched = server.send(
                "PATCH",
                PODS + "/" + name + "/status",
                "application/merge-patch+json",
                "{\"status\":{\"phase\":\"" + phase + "\",\"conditions\":[{\"type\":\"Ready\",\"status\":\""
                        + (ready ? "True" : "False") + "\"}]}}");
        assertThat(patched.code()).as(patched.body()).isEqualTo(200);
    }

    private void budget(String name, String spec, String status) {
        done(
                "POST",
                budgets(),
                "{\"apiVersion\":\"policy/" + policy + "\",\"kind\":\"PodDisruptionBudget\",\"metadata\":{\"name\":\""
                        + name + "\"},\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"web\"}},\"minAvailable\":1"
                        + spec + "}}");
        HttpResponse patched = server.send(
                "PATCH",
                budgets() + "/" + name + "/status",
                "application/merge-patch+json",
                "{\"status\":{\"observedGeneration\":1,\"expectedPods\":3," + status + "}}");
        assertThat(patched.code()).as(patched.body()).isEqualTo(200);
    }

    private HttpResponse evict(String pod, String query) {
        return server.send(
                "POST",
                PODS + "/" + pod + "/eviction" + query,
                JSON,
                "{\"apiVersion\":\"policy/" + policy + "\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"" + pod
                        + "\"}}");
    }

    private Map<?, ?> status(String budget) {
        HttpResponse response = server.send("GET", budgets() + "/" + budget, JSON, "");
        return (Map<?, ?>) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("status");
    }

    @Test
    void an_eviction_is_told_to_the_controller_of_the_budget() {
        pod("a", "Running", true);
        budget("pdb", "", "\"disruptionsAllowed\":1,\"currentHealthy\":2,\"desiredHealthy\":1");
        assertThat(evict("a", "?dryRun=All").code()).isEqualTo(201);
        assertThat(status("pdb").get("disruptedPods")).isNull();
        assertThat(evict("a", "").code()).isEqualTo(201);
        Map<?, ?> status = status("pdb");
        assertThat(((Map<?, ?>) status.get("disruptedPods")).get("a").toString())
                .startsWith("2026-01-01T00:00:");
        assertThat(status.toString())
                .contains("disruptionsAllowed=0", "type=DisruptionAllowed", "reason=InsufficientPods");
    }

    /** As when a second drain finds pods that the first one has evicted. */
    @Test
    void evicting_a_pod_again_changes_nothing() {
        pod("a", "Running", true);
        bind("a");
        assertThat(evict("a", "").code()).isEqualTo(201);
        String evicted = server.send("GET", PODS + "/a", JSON, "").body();
        assertThat(evicted).contains("DisruptionTarget", "deletionTimestamp");

        assertThat(evict("a", "").code()).isEqualTo(201);

        assertThat(server.send("GET", PODS + "/a", JSON, "").body()).isEqualTo(evicted);
    }

    /** A pod without a node is gone at once. */
    private void bind(String pod) {
        done(
                "POST",
                PODS + "/" + pod + "/binding",
                "{\"metadata\":{\"name\":\"" + pod + "\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_32 | `\"disruptionsAllowed\":0,\"currentHealthy\":1,\"desiredHealthy\":1` | 429 | needs 1 healthy"
                        + " pods and has 1 currently",
                "V1_20 | `\"disruptionsAllowed\":0,\"currentHealthy\":3,\"desiredHealthy\":1` | 429 | needs 1 healthy"
                        + " pods and has 3 currently",
                "V1_32 | `\"disruptionsAllowed\":0,\"currentHealthy\":3,\"desiredHealthy\":1` | 429 | The disruption"
                        + " budget pdb does not allow evicting pods currently",
                "V1_32 | `\"disruptionsAllowed\":1,\"observedGeneration\":0` | 429 | The disruption budget pdb is still"
                        + " being processed by the server.",
            })
    void a_budget_that_allows_none_refuses(KubernetesVersion version, String status, int code, String why) {
        release(version);
        pod("a", "Running", true);
        budget("pdb", "", status);
        HttpResponse response = evict("a", "");
        assertThat(response.code()).as(response.body()).isEqualTo(code);
        assertThat(response.body()).contains(why);
    }

    @ParameterizedTest
    @CsvSource({"Pending", "Succeeded", "Failed"})
    void a_pod_that_does_not_work_is_not_protected(String phase) {
        pod("a", phase, false);
        budget("pdb", "", "\"disruptionsAllowed\":0,\"currentHealthy\":1,\"desiredHealthy\":1");
        assertThat(evict("a", "").code()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_32 | `` | 2 | 201",
                "V1_32 | `` | 0 | 429",
                "V1_20 | `` | 2 | 429",
                "V1_32 | `,\"unhealthyPodEvictionPolicy\":\"AlwaysAllow\"` | 0 | 201",
                "V1_32 | `,\"unhealthyPodEvictionPolicy\":\"IfHealthyBudget\"` | 0 | 429",
            })
    void a_pod_that_is_not_ready_may_go_when_enough_others_are(
            KubernetesVersion version, String spec, int healthy, int code) {
        release(version);
        pod("a", "Running", false);
        budget("pdb", spec, "\"disruptionsAllowed\":0,\"currentHealthy\":" + healthy + ",\"desiredHealthy\":2");
        assertThat(evict("a", "").code()).isEqualTo(code);
        assertThat(status("pdb").get("disruptedPods")).isNull();
    }

    @Test
    void two_budgets_for_one_pod_are_not_understood() {
        pod("a", "Running", true);
        budget("one", "", "\"disruptionsAllowed\":1");
        budget("two", "", "\"disruptionsAllowed\":1");
        HttpResponse response = evict("a", "");
        assertThat(response.code()).isEqualTo(500);
        assertThat(response.body())
                .contains("This pod has more than one PodDisruptionBudget, which the eviction subresource does not");
    }
}
