package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server keeps the fields that its version has, and of those the ones whose feature is switched on. */
class FieldsOfVersionsTest {

    private static final String JSON = "application/json";
    private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                // Of an older version than its field, the server does not know it; of one where it is alpha, it drops
                // it.
                "v1.20 | \"suspend\":true | suspend",
                "v1.21 | \"suspend\":true | suspend",
                "v1.22 | \"suspend\":true | ",
                "v1.20 | \"ttlSecondsAfterFinished\":5 | ttlSecondsAfterFinished",
                "v1.21 | \"ttlSecondsAfterFinished\":5 | ",
                "v1.28 | \"backoffLimitPerIndex\":1,\"completionMode\":\"Indexed\",\"completions\":2 |"
                        + " backoffLimitPerIndex",
                "v1.29 | \"backoffLimitPerIndex\":1,\"completionMode\":\"Indexed\",\"completions\":2 | ",
                "v1.31 | \"managedBy\":\"example.com/own\" | managedBy",
                "v1.32 | \"managedBy\":\"example.com/own\" | "
            })
    void a_job_keeps_what_the_version_has(String version, String spec, String dropped) {
        LoneServer server = new LoneServer(KubernetesVersion.parse(version));

        HttpResponse created = server.send("POST", JOBS + "?fieldValidation=Ignore", JSON, job(spec));

        assertThat(created.code()).as(created.body()).isEqualTo(201);
        if (dropped == null) {
            assertThat(created.body()).contains(spec.split(":")[0]);
        } else {
            assertThat(created.body()).doesNotContain("\"" + dropped + "\":");
        }
    }

    @Test
    void a_patch_brings_no_field_of_a_later_version() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        server.send("POST", JOBS, JSON, job("\"parallelism\":1"));

        HttpResponse patched =
                server.send("PATCH", JOBS + "/work", "application/merge-patch+json", "{\"spec\":{\"suspend\":true}}");

        assertThat(patched.code()).isEqualTo(200);
        assertThat(patched.body()).doesNotContain("suspend");
    }

    @Test
    void a_strict_server_names_the_field() {
        LoneServer server = new LoneServer(KubernetesVersion.parse("v1.28"));

        HttpResponse refused =
                server.send("POST", JOBS + "?fieldValidation=Strict", JSON, job("\"managedBy\":\"example.com/own\""));

        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.body()).contains("strict decoding error: unknown field \\\"spec.managedBy\\\"");
    }

    private static String job(String spec) {
        return "{\"metadata\":{\"name\":\"work\"},\"spec\":{" + spec + ",\"template\":{\"spec\":{\"restartPolicy\":"
                + "\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}";
    }
}
