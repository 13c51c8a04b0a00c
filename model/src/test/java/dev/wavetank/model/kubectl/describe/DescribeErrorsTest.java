package dev.wavetank.model.kubectl.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a description says of requests that were refused. */
class DescribeErrorsTest {

    private static final String FORBIDDEN =
            "{'kind': 'Status', 'code': 403, 'reason': 'Forbidden', 'message': 'pods is forbidden: no'}";
    private static final String PODS = "/api/v1/namespaces/default/pods?labelSelector=app%3Dweb&limit=500";

    private static String set(String kind, String plural) {
        return "'/apis/apps/v1/namespaces/default/" + plural + "/web': {'kind': '" + kind
                + "', 'apiVersion': 'apps/v1', 'metadata': {'name': 'web', 'namespace': 'default', 'uid': 'u'},"
                + " 'spec': {'selector': {'matchLabels': {'app': 'web'}}, 'template': {'spec': {'containers': []}}}}";
    }

    private static KubectlResult describe(String answers, String command) {
        return new RecordedServer(("{" + answers + "}").replace('\'', '"'))
                .type(
                        KubernetesVersion.V1_32,
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Arrays.asList(command.split(" ")),
                        Collections.emptyMap());
    }

    @Test
    void a_replica_set_is_described_without_its_pods() {
        KubectlResult result =
                describe(set("ReplicaSet", "replicasets") + ", '" + PODS + "': " + FORBIDDEN, "describe rs web");

        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout())
                .contains("Pods Status:  error in fetching pods: pods is forbidden: no\n", "  Containers: <none>\n")
                // Events that cannot be read are none.
                .endsWith("Events:            <none>\n");
    }

    @Test
    void other_sets_are_not() {
        KubectlResult result = describe(
                set("StatefulSet", "statefulsets") + ", '" + PODS + "': " + FORBIDDEN, "describe statefulset web");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stdout()).isEmpty();
        assertThat(result.stderr()).isEqualTo("Error from server (Forbidden): pods is forbidden: no\n");
    }

    @Test
    void a_node_is_described_without_its_pods_and_its_lease() {
        String pods = "/api/v1/pods?fieldSelector=spec.nodeName%3Dn%2Cstatus.phase%21%3DSucceeded%2Cstatus.phase%21%3D"
                + "Failed&limit=500";
        KubectlResult result = describe(
                "'/api/v1/nodes/n': {'kind': 'Node', 'apiVersion': 'v1', 'metadata': {'name': 'n', 'creationTimestamp':"
                        + " '2026-01-01T00:00:00Z'}}, '" + pods + "': " + FORBIDDEN,
                "describe node n");

        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout())
                .contains("Failed to get lease: nothing is recorded for /apis/coordination.k8s.io/v1/")
                .containsPattern("Pods: +not authorized\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"describe pods", "describe pods a b", "describe pod a"})
    void a_server_that_is_gone_is_reported_once(String command) {
        KubectlResult result = new RecordedServer("{}")
                .crash()
                .type(
                        KubernetesVersion.V1_32,
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Arrays.asList(command.split(" ")),
                        Collections.emptyMap());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr())
                .isEqualTo("The connection to the server apiserver was refused - did you specify the right host or"
                        + " port?\n");
    }

    @Test
    void what_no_version_knows_is_refused() {
        KubectlResult old = new RecordedServer("{}")
                .type(
                        KubernetesVersion.V1_20,
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Arrays.asList("describe pods --chunk-size=5".split(" ")),
                        Collections.emptyMap());

        assertThat(old.stderr()).startsWith("Error: unknown flag: --chunk-size\n");
        assertThat(describe("", "describe pods --nonsense").stderr()).startsWith("error: unknown flag: --nonsense\n");
    }
}
