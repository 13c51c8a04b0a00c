package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of kinds that differ between releases or versions, or that go into depth. */
class KindRulesTest {

    private static final String JSON = "application/json";
    private static final String HOOKS = "/apis/admissionregistration.k8s.io/";

    private static String message(HttpResponse response) {
        return (String) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    private static HttpResponse hook(LoneServer server, String version, String fields) {
        return server.send(
                "POST",
                HOOKS + version + "/validatingwebhookconfigurations",
                JSON,
                "{\"apiVersion\":\"admissionregistration.k8s.io/" + version
                        + "\",\"kind\":\"ValidatingWebhookConfiguration\",\"metadata\":{\"name\":\"w\"},\"webhooks\":[{"
                        + "\"name\":\"a.example.com\"," + fields + "}]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "\"clientConfig\":{\"url\":\"http://u@h/p?q#f\"} | [webhooks[0].clientConfig.url: Invalid value:"
                        + " \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path],"
                        + " webhooks[0].clientConfig.url: Invalid value: \"u\": user information is not"
                        + " permitted in the"
                        + " URL, webhooks[0].clientConfig.url: Invalid value: \"f\": fragments are not permitted in the"
                        + " URL, webhooks[0].clientConfig.url: Invalid value: \"q\": query parameters are not permitted"
                        + " in the URL]",
                "\"clientConfig\":{\"service\":{\"name\":\"s\",\"path\":\"/a//b\"}} |"
                        + " [webhooks[0].clientConfig.service.namespace: Required value: service namespace is required,"
                        + " webhooks[0].clientConfig.service.path: Invalid value: \"/a//b\": segment[1] may not be"
                        + " empty]",
                "\"clientConfig\":{\"url\":\"https://h\"},\"rules\":[{\"operations\":[\"*\",\"X\"],"
                        + "\"apiGroups\":[\"\"],"
                        + "\"apiVersions\":[\"v1\"],\"resources\":[\"*\",\"pods\"]}] |"
                        + " [webhooks[0].rules[0].operations: Invalid value:"
                        + " []admissionregistration.OperationType{\"*\", \"X\"}: if '*' is present, must not specify"
                        + " other operations, webhooks[0].rules[0].operations[1]: Unsupported value: \"X\": supported"
                        + " values: \"*\", \"CONNECT\", \"CREATE\", \"DELETE\", \"UPDATE\","
                        + " webhooks[0].rules[0].resources: Invalid value: []string{\"*\", \"pods\"}: if"
                        + " '*' is present,"
                        + " must not specify other resources without subresources]",
            })
    void a_webhook_is_refused(String fields, String why) {
        String complete = fields + ",\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"]";
        assertThat(message(hook(new LoneServer(KubernetesVersion.V1_32), "v1", complete)))
                .isEqualTo("ValidatingWebhookConfiguration.admissionregistration.k8s.io \"w\" is invalid: " + why);
    }

    @Test
    void what_a_webhook_leaves_out_depends_on_the_version() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_20);
        String url = "\"clientConfig\":{\"url\":\"https://h\"}";
        assertThat(message(hook(server, "v1", url)))
                .contains("sideEffects: Required value: must specify one of None, NoneOnDryRun")
                .contains("admissionReviewVersions: Required value: must specify one of v1, v1beta1");
        HttpResponse created = hook(server, "v1beta1", url);
        assertThat(created.code()).as(created.body()).isEqualTo(201);
        Map<?, ?> webhook =
                (Map<?, ?>) ((List<?>) ((Map<?, ?>) GoJsonReader.parse(created.body())).get("webhooks")).get(0);
        assertThat(webhook.toString())
                .contains("failurePolicy=Ignore", "matchPolicy=Exact", "sideEffects=Unknown", "timeoutSeconds=30")
                .contains("admissionReviewVersions=[v1beta1]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_32 | {\"endpoints\":[{\"addresses\":[\"10.0.0.1\"]}]} | addressType: Required value",
                "V1_32 | {\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[]}]} |"
                        + " endpoints[0].addresses: Required"
                        + " value: must contain at least 1 address",
                "V1_32 | {\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[\"::1\"]}]} |"
                        + " endpoints[0].addresses[0]: Invalid value: \"::1\": must be a valid IPv4 address",
                "V1_32 | {\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[\"127.0.0.1\"]}]} |"
                        + " endpoints[0].addresses[0]: Invalid value: \"127.0.0.1\": may not be in the loopback range"
                        + " (127.0.0.0/8, ::1/128)",
                "V1_32 | {\"addressType\":\"FQDN\",\"endpoints\":[{\"addresses\":[\"a\"]}]} |"
                        + " endpoints[0].addresses[0]: Invalid value: \"a\": should be a domain with at least two"
                        + " segments separated by dots",
                "V1_32 | {\"addressType\":\"IPv4\",\"ports\":[{\"name\":\"a\"},{\"name\":\"a\"}]} | ports[1].name:"
                        + " Duplicate value: \"a\"",
            })
    void a_slice_is_refused(KubernetesVersion kubernetes, String fields, String why) {
        String body =
                "{\"apiVersion\":\"discovery.k8s.io/v1\",\"kind\":\"EndpointSlice\",\"metadata\":{\"name\":\"s\"},"
                        + fields.substring(1);
        assertThat(message(new LoneServer(kubernetes)
                        .send("POST", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", JSON, body)))
                .isEqualTo("EndpointSlice.discovery.k8s.io \"s\" is invalid: " + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_20 | \"accessModes\":[\"ReadWriteOncePod\"],\"capacity\":{\"storage\":\"1Gi\"} | spec.accessModes:"
                        + " Unsupported value: \"ReadWriteOncePod\": supported values: \"ReadOnlyMany\","
                        + " \"ReadWriteMany\", \"ReadWriteOnce\"",
                "V1_32 | \"accessModes\":[\"ReadWriteOncePod\",\"ReadWriteOnce\"],\"capacity\":{\"storage\":\"1Gi\"} |"
                        + " spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
                "V1_32 | \"accessModes\":[\"ReadWriteOnce\"],\"capacity\":{\"cpu\":\"1\"} | spec.capacity: Unsupported"
                        + " value: core.ResourceList{\"cpu\":resource.Quantity{i:resource.int64Amount{value:1,"
                        + " scale:0},"
                        + " d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:\"1\", Format:\"DecimalSI\"}}: supported"
                        + " values: \"storage\"",
                "V1_32 | \"accessModes\":[\"ReadWriteOnce\"],\"capacity\":{\"storage\":\"1Gi\"},"
                        + "\"persistentVolumeReclaimPolicy\":\"Recycle\" |"
                        + " spec.persistentVolumeReclaimPolicy: Forbidden:"
                        + " may not be 'recycle' for a hostPath mount of '/'",
            })
    void a_volume_is_refused(KubernetesVersion kubernetes, String fields, String why) {
        String body = "{\"metadata\":{\"name\":\"v\"},\"spec\":{\"hostPath\":{\"path\":\"/\"}," + fields + "}}";
        assertThat(message(new LoneServer(kubernetes).send("POST", "/api/v1/persistentvolumes", JSON, body)))
                .isEqualTo("PersistentVolume \"v\" is invalid: " + why);
    }

    @ParameterizedTest
    @CsvSource({"52, 201", "53, 422"})
    void the_name_of_a_cron_job_leaves_room_for_the_times_of_its_jobs(int length, int code) {
        String body = "{\"metadata\":{\"name\":\"" + "a".repeat(length)
                + "\"},\"spec\":{\"schedule\":\"* * * * *\",\"jobTemplate\":{\"spec\":{\"template\":{\"spec\":"
                + "{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"a\",\"image\":\"a\"}]}}}}}}";
        HttpResponse response = new LoneServer(KubernetesVersion.V1_32)
                .send("POST", "/apis/batch/v1/namespaces/default/cronjobs", JSON, body);
        assertThat(response.code()).as(response.body()).isEqualTo(code);
        if (code != 201) {
            assertThat(message(response)).contains("metadata.name: Invalid value: ", ": must be no more than 52 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "V1_20, 1-a, 422",
        "V1_32, 1-a, 201",
        "V1_32, a=b, 422",
    })
    void names_of_environment_variables_are_freer_in_newer_releases(
            KubernetesVersion kubernetes, String name, int code) {
        String body =
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"env\":"
                        + "[{\"name\":\"" + name + "\",\"value\":\"v\"}]}]}}";
        HttpResponse response = new LoneServer(kubernetes).send("POST", "/api/v1/namespaces/default/pods", JSON, body);
        assertThat(response.code()).as(response.body()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"V1_20", "V1_32"})
    void managed_fields_cannot_be_applied_even_if_there_are_none(KubernetesVersion kubernetes) {
        HttpResponse response = new LoneServer(kubernetes)
                .send(
                        "PATCH",
                        "/api/v1/namespaces/default/configmaps/c?fieldManager=m",
                        "application/apply-patch+yaml",
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
                                + "\"managedFields\":[]}}");
        assertThat(response.code()).as(response.body()).isEqualTo(400);
        assertThat(message(response)).isEqualTo("metadata.managedFields must be nil");
    }
}
