package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of fields that nobody knows, and of those that are given twice. */
class FieldValidationTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String OPERATIONS = "application/json-patch+json";

    private final LoneServer server = new LoneServer(KubernetesVersion.V1_32);

    private static String warning(HttpResponse response) {
        return response.headers().getOrDefault("Warning", "");
    }

    private static String message(HttpResponse response) {
        return (String) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    private static String map(String name, String fields) {
        return "{\"metadata\":{\"name\":\"" + name + "\"}" + fields + "}";
    }

    @Test
    void the_client_is_warned_of_unknown_fields_unless_it_wishes_otherwise() {
        String pod = "{'metadata':{'name':'p','nope':1},'spec':{'containers':[{'name':'c','image':'i','imagee':'j'}]}}"
                .replace('\'', '"');
        HttpResponse warned = server.send("POST", PODS, JSON, pod);
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warning(warned))
                .isEqualTo("299 - \"unknown field \\\"metadata.nope\\\"\","
                        + " 299 - \"unknown field \\\"spec.containers[0].imagee\\\"\"");
        assertThat(warned.body()).doesNotContain("imagee");

        String extra = map("a", ",\"nope\":1");
        assertThat(warning(server.send("POST", MAPS + "?fieldValidation=Warn&dryRun=All", JSON, extra)))
                .isEqualTo("299 - \"unknown field \\\"nope\\\"\"");
        assertThat(warning(server.send("POST", MAPS + "?fieldValidation=Ignore&dryRun=All", JSON, extra)))
                .isEmpty();
        HttpResponse strict = server.send("POST", MAPS + "?fieldValidation=Strict&dryRun=All", JSON, extra);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(warning(strict)).isEmpty();
        assertThat(message(strict))
                .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error:"
                        + " unknown field \"nope\"");
    }

    @Test
    void fields_that_are_given_twice_are_found_where_they_stand() {
        String twice = map("a", ",\"data\":{\"k\":\"1\",\"k\":\"2\"},\"metadata\":{\"name\":\"b\"}");
        HttpResponse warned = server.send("POST", MAPS, JSON, twice);
        assertThat(warning(warned))
                .isEqualTo("299 - \"duplicate field \\\"data.k\\\"\", 299 - \"duplicate field \\\"metadata\\\"\"");
        assertThat(warned.body()).contains("\"k\":\"2\"").contains("\"name\":\"b\"");
        assertThat(message(server.send("POST", MAPS + "?fieldValidation=Strict", JSON, twice)))
                .endsWith("strict decoding error: duplicate field \"data.k\", duplicate field \"metadata\"");
    }

    @Test
    void nobody_looks_into_what_is_dropped() {
        String within = map("a", ",\"nope\":{\"k\":1,\"k\":2}");
        assertThat(warning(server.send("POST", MAPS, JSON, within))).isEqualTo("299 - \"unknown field \\\"nope\\\"\"");
    }

    @Test
    void what_is_dropped_may_be_deep_but_not_what_is_kept() {
        String deep = "{\"a\":".repeat(9_000) + "1" + "}".repeat(9_000);
        for (KubernetesVersion version : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            LoneServer any = new LoneServer(version);
            assertThat(any.send("POST", MAPS, JSON, map("deep", ",\"nope\":" + deep))
                            .code())
                    .isEqualTo(201);
            String revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
            assertThat(message(any.send("POST", revisions, JSON, map("r", ",\"revision\":1,\"data\":" + deep))))
                    .contains("json parse error: exceeded max depth");
        }
    }

    @Test
    void a_refused_object_brings_its_warnings_along() {
        HttpResponse refused = server.send("POST", MAPS, JSON, map("Not-A-Name", ",\"nope\":1"));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(warning(refused)).contains("unknown field");
    }

    @Test
    void patches_are_judged_by_what_they_make() {
        server.send("POST", MAPS, JSON, map("a", ""));
        String target = MAPS + "/a";
        String patch = "{\"metadata\":{\"nope\":1,\"gone\":null},\"data\":{\"k\":\"1\",\"k\":\"2\"}}";
        String found = "299 - \"duplicate field \\\"data.k\\\"\", 299 - \"unknown field \\\"metadata.nope\\\"\"";
        assertThat(warning(server.send("PATCH", target, MERGE, patch))).isEqualTo(found);
        assertThat(warning(server.send("PATCH", target, STRATEGIC, patch))).isEqualTo(found);
        assertThat(warning(server.send("PATCH", target + "?fieldValidation=Ignore", MERGE, patch)))
                .isEmpty();

        HttpResponse merged = server.send("PATCH", target + "?fieldValidation=Strict", MERGE, patch);
        assertThat(merged.code()).isEqualTo(422);
        assertThat(message(merged))
                .startsWith(" \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":\\\"v1\\\"")
                .endsWith("strict decoding error: duplicate field \"data.k\", unknown field \"metadata.nope\"");
        assertThat(message(server.send("PATCH", target + "?fieldValidation=Strict", STRATEGIC, patch)))
                .startsWith(" \"\" is invalid: patch: Invalid value: \"map[data:map[k:2] metadata:map[")
                .endsWith("strict decoding error: duplicate field \"data.k\", unknown field \"metadata.nope\"");
    }

    @Test
    void operations_of_a_json_patch_are_judged_too() {
        server.send("POST", MAPS, JSON, map("a", ""));
        String patch = "[{\"op\":\"add\",\"path\":\"/nope\",\"value\":{},\"comment\":\"x\"}]";
        assertThat(warning(server.send("PATCH", MAPS + "/a", OPERATIONS, patch)))
                .isEqualTo("299 - \"json patch unknown field \\\"[0].comment\\\"\","
                        + " 299 - \"unknown field \\\"nope\\\"\"");
    }

    @Test
    void only_three_wishes_are_known() {
        HttpResponse refused = server.send("POST", MAPS + "?fieldValidation=strict", JSON, map("a", ""));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(message(refused))
                .isEqualTo("CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"strict\":"
                        + " supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
    }

    @Test
    void a_server_of_before_knows_no_such_parameter() {
        LoneServer old = new LoneServer(KubernetesVersion.V1_20);
        HttpResponse created =
                old.send("POST", MAPS + "?fieldValidation=Strict", JSON, map("a", ",\"nope\":1,\"nope\":2"));
        assertThat(created.code()).isEqualTo(201);
        assertThat(warning(created)).isEmpty();
        HttpResponse patched = old.send("PATCH", MAPS + "/a?fieldValidation=Strict", MERGE, "{\"nope\":1}");
        assertThat(patched.code()).isEqualTo(200);
        assertThat(warning(patched)).isEmpty();
    }

    @Test
    void many_warnings_are_shortened() {
        String name = "x".repeat(300);
        StringBuilder fields = new StringBuilder();
        for (int i = 10; i < 40; i++) {
            fields.append(",\"").append(name).append(i).append("\":1");
        }
        String warning = warning(server.send("POST", MAPS, JSON, map("a", fields.toString())));
        assertThat(warning.split(", "))
                .hasSize(16)
                .allSatisfy(one -> assertThat(one)
                        .startsWith("299 - \"unknown field \\\"xxx")
                        .hasSizeLessThan(270));
    }
}
