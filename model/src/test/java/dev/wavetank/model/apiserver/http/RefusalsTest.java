package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each kind asks of its objects, and what may not change once it is stored. */
class RefusalsTest {

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";

    static Stream<String> refusals() {
        return ValidBodies.lines("refusals.txt").stream();
    }

    static Stream<ValidBodies> valid() {
        return ValidBodies.all().stream();
    }

    private static String message(HttpResponse response) {
        return (String) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_new_object_is_refused(String line) {
        int body = line.indexOf(' ');
        int message = line.indexOf(" => ");
        HttpResponse response = new LoneServer(KubernetesVersion.V1_20)
                .send("POST", line.substring(0, body), JSON, line.substring(body + 1, message));
        assertThat(message(response)).isEqualTo(line.substring(message + " => ".length()));
    }

    @ParameterizedTest
    @MethodSource("valid")
    void a_valid_object_is_taken_and_can_be_written_back(ValidBodies valid) {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        HttpResponse created = server.send("POST", valid.target(), JSON, valid.json());
        assertThat(created.code()).as(created.body()).isEqualTo(201);
        Map<?, ?> metadata = (Map<?, ?>) ((Map<?, ?>) GoJsonReader.parse(created.body())).get("metadata");
        HttpResponse again = server.send("PUT", valid.target() + "/" + metadata.get("name"), JSON, created.body());
        assertThat(again.code()).as(again.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "/apis/apps/v1/namespaces/default/statefulsets/st | {\"spec\":{\"serviceName\":\"x\"}} |"
                        + " StatefulSet.apps \"st\" is invalid: spec: Forbidden: updates to statefulset spec for fields"
                        + " other than 'replicas', 'template', and 'updateStrategy' are forbidden",
                "/apis/apps/v1/namespaces/default/statefulsets/st/status |"
                        + " {\"status\":{\"replicas\":1,\"currentReplicas\":-1,\"updatedReplicas\":2}} |"
                        + " StatefulSet.apps \"st\" is invalid: [status.currentReplicas: Invalid value: -1: must be"
                        + " greater than or equal to 0, status.updatedReplicas: Invalid value: 2: cannot be greater"
                        + " than status.replicas]",
                "/apis/apps/v1/namespaces/default/statefulsets/st/status | {\"status\":{\"replicas\":-1}} |"
                        + " StatefulSet.apps \"st\" is invalid: [status.replicas: Invalid value: -1: must be greater"
                        + " than or equal to 0, status.readyReplicas: Invalid value: 0: cannot be greater than"
                        + " status.replicas, status.currentReplicas: Invalid value: 0: cannot be greater than"
                        + " status.replicas, status.updatedReplicas: Invalid value: 0: cannot be greater than"
                        + " status.replicas, status.availableReplicas: Invalid value: 0: cannot be greater than"
                        + " status.replicas]",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings/rb |"
                        + " {\"roleRef\":{\"name\":\"x\"}} | RoleBinding.rbac.authorization.k8s.io \"rb\" is invalid:"
                        + " roleRef: Invalid value: rbac.RoleRef{APIGroup:\"rbac.authorization.k8s.io\", Kind:\"Role\","
                        + " Name:\"x\"}: cannot change roleRef",
                "/apis/batch/v1/namespaces/default/jobs/j | {\"spec\":{\"completions\":2}} | Job.batch \"j\" is"
                        + " invalid: spec.completions: Invalid value: 2: field is immutable",
                "/api/v1/namespaces/default/secrets/s | {\"type\":\"x\"} | Secret \"s\" is invalid: type: Invalid"
                        + " value: \"x\": field is immutable",
                "/apis/storage.k8s.io/v1/storageclasses/fast | {\"provisioner\":\"x\"} | StorageClass.storage.k8s.io"
                        + " \"fast\" is invalid: provisioner: Forbidden: updates to provisioner are forbidden.",
                "/apis/scheduling.k8s.io/v1/priorityclasses/high | {\"value\":1} | PriorityClass.scheduling.k8s.io"
                        + " \"high\" is invalid: value: Forbidden: may not be changed in an update.",
                "/api/v1/namespaces/default/pods/p | {\"spec\":{\"activeDeadlineSeconds\":-1}} | Pod \"p\" is"
                        + " invalid: [spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647,"
                        + " inclusive, spec.activeDeadlineSeconds: Invalid value: -1: must be between 0 and 2147483647,"
                        + " inclusive]"
            })
    void what_may_not_change_is_kept(String target, String patch, String message) {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        ValidBodies.all().forEach(valid -> server.send("POST", valid.target(), JSON, valid.json()));
        long before = server.revision();
        assertThat(message(server.send("PATCH", target, MERGE, patch))).isEqualTo(message);
        assertThat(server.revision()).isEqualTo(before);
    }

    @Test
    void what_is_immutable_stays_so() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        String maps = "/api/v1/namespaces/default/configmaps";
        server.send("POST", maps, JSON, "{\"metadata\":{\"name\":\"c\"},\"immutable\":true,\"data\":{\"a\":\"b\"}}");
        HttpResponse response =
                server.send("PATCH", maps + "/c", MERGE, "{\"immutable\":false,\"data\":{\"a\":\"c\"}}");
        assertThat(message(response))
                .isEqualTo("ConfigMap \"c\" is invalid: [immutable: Forbidden: field is immutable when `immutable` is"
                        + " set, data: Forbidden: field is immutable when `immutable` is set]");
    }

    @Test
    void a_put_creates_what_is_not_there_only_where_it_may() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        String lease = "{\"metadata\":{\"name\":\"l\",\"resourceVersion\":\"5\"}}";
        String leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
        assertThat(server.send("PUT", leases, JSON, lease).code()).isEqualTo(201);
        String map = "{\"metadata\":{\"name\":\"c\"}}";
        HttpResponse refused = server.send("PUT", "/api/v1/namespaces/default/configmaps/c", JSON, map);
        assertThat(message(refused)).isEqualTo("configmaps \"c\" not found");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "a%3Db%3Dc | found '=', expected: ',' or 'end of string'",
                "a%20b | unable to parse requirement: found 'b', expected: '=', '!=', '==', 'in', notin'",
                "a%20in%20() | unable to parse requirement: for 'in', 'notin' operators, values set can't be empty",
                "a%20in%20b | unable to parse requirement: found 'b' expected: '('",
                "a,,b | found ',', expected: identifier after ','",
                "!! | unable to parse requirement: found '!', expected: identifier"
            },
            quoteCharacter = '`')
    void a_label_selector_is_refused(String selector, String message) {
        HttpResponse response = new LoneServer(KubernetesVersion.V1_20)
                .send("GET", "/api/v1/namespaces/default/pods?labelSelector=" + selector, JSON, "");
        assertThat(response.code()).isEqualTo(400);
        assertThat(message(response)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({"YWJj, -1", "YWI=, -1", "YQ==, -1", "***, 0", "YW*j, 2", "YWJjYQ, 4", "Y===, 1", "YQ=, 3"})
    void base64_is_read_as_go_does(String text, int mistake) {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        String body = "{\"metadata\":{\"name\":\"b\"},\"data\":{\"a\":\"" + text + "\"}}";
        HttpResponse response = server.send("POST", "/api/v1/namespaces/default/secrets", JSON, body);
        if (mistake < 0) {
            assertThat(response.code()).isEqualTo(201);
        } else {
            assertThat(message(response)).contains("illegal base64 data at input byte " + mistake + ",");
        }
    }
}
