package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies that somebody sends to hurt: each gets a clear answer, soon, and nothing is stored. */
@Tag("slow")
class HostileBodiesTest {

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String JSON = "application/json";

    private static void refused(LoneServer server, String method, String target, String type, byte[] body) {
        long before = server.revision();
        HttpResponse response =
                Assertions.assertTimeout(Duration.ofSeconds(30), () -> server.send(method, target, type, body));
        assertThat(response.code())
                .as(response.body().substring(0, Math.min(400, response.body().length())))
                .isIn(400, 413, 415, 422);
        assertThat(server.revision()).isEqualTo(before);
        assertThatNoException().isThrownBy(() -> GoJsonReader.parse(response.body()));
    }

    private static String deployments(KubernetesVersion version) {
        String served = version == KubernetesVersion.V1_8 ? "v1beta2" : "v1";
        return "/apis/apps/" + served + "/namespaces/default/deployments";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void depth_and_length(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        for (String deep : new String[] {
            "[".repeat(10_001) + "]".repeat(10_001),
            "{\"a\":".repeat(10_001) + "1" + "}".repeat(10_001),
            "[".repeat(1_000_000),
            "{\"metadata\":{\"name\":\"x\"},\"data\":" + "{\"a\":".repeat(9_000) + "1" + "}".repeat(9_000) + "}",
            "{\"metadata\":{\"name\":\"x\",\"labels\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}}"
        }) {
            refused(server, "POST", CONFIG_MAPS, JSON, bytes(deep));
        }
        refused(server, "POST", CONFIG_MAPS, JSON, new byte[3 * 1024 * 1024 + 1]);
        refused(server, "POST", CONFIG_MAPS, "application/yaml", bytes("a: " + "[".repeat(100_000)));
        refused(server, "POST", CONFIG_MAPS, "application/yaml", bytes("- ".repeat(100_000)));
        String items = "{\"name\":\"c\"},".repeat(50_000);
        String list =
                "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":"
                        + "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":["
                        + items.substring(0, items.length() - 1) + "]}}}}";
        refused(server, "POST", deployments(version), JSON, bytes(list));
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void text_that_is_none(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        refused(server, "POST", CONFIG_MAPS, JSON, new byte[0]);
        refused(server, "POST", CONFIG_MAPS, JSON, new byte[] {0});
        refused(server, "POST", CONFIG_MAPS, JSON, new byte[] {(byte) 0xff, (byte) 0xfe});
        refused(server, "POST", CONFIG_MAPS, JSON, bytes("{\"metadata\":{\"name\":\"a\u0000b\"}}"));
        refused(server, "POST", CONFIG_MAPS, JSON, bytes("{\"metadata\":{\"name\":\"a\\u0000b\"}}"));
        refused(server, "POST", CONFIG_MAPS, JSON, bytes("{\"metadata\":{\"name\":\"\\ud800\"}}"));
        refused(
                server,
                "POST",
                CONFIG_MAPS,
                JSON,
                bytes("{\"metadata\":{\"name\":\"x\",\"labels\":{\"\\udc00\":\"\"}}}"));
        byte[] broken = bytes("{\"metadata\":{\"name\":\"a?\"}}");
        broken[22] = (byte) 0xc3;
        refused(server, "POST", CONFIG_MAPS, JSON, broken);
        for (String number : new String[] {"1e400", "-1e400", "1e-400", "99999999999999999999", "1.5", "-"}) {
            String body = "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"replicas\":" + number + "}}";
            refused(server, "POST", deployments(version), JSON, bytes(body));
        }
        refused(server, "POST", CONFIG_MAPS, "application/vnd.kubernetes.protobuf", new byte[] {'k', '8', 's', 0});
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_20", "V1_32"})
    void patches(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        server.send("POST", CONFIG_MAPS, JSON, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"a\":\"b\"}}");
        String target = CONFIG_MAPS + "/c";
        String json = "application/json-patch+json";
        for (String patch : new String[] {
            "[1]",
            "[null]",
            "[{}]",
            "[{\"op\":\"add\"}]",
            "[{\"op\":\"add\",\"path\":1,\"value\":1}]",
            "[{\"op\":\"nope\",\"path\":\"/a\"}]",
            "[{\"op\":\"remove\",\"path\":\"/none/x\"}]",
            "[{\"op\":\"add\",\"path\":\"/metadata\",\"value\":1}]",
            "[{\"op\":\"replace\",\"path\":\"\",\"value\":[]}]",
            "[{\"op\":\"move\",\"from\":\"/data\",\"path\":\"/data/a/b\"}]",
            "[".repeat(9_999) + "]".repeat(9_999)
        }) {
            long before = server.revision();
            HttpResponse response = server.send("PATCH", target, json, patch);
            assertThat(response.code())
                    .as(patch.substring(0, Math.min(80, patch.length())) + response)
                    .isIn(400, 422, 500);
            assertThat(server.revision()).isEqualTo(before);
        }
        for (String type : new String[] {
            "application/merge-patch+json", "application/strategic-merge-patch+json", "application/apply-patch+yaml"
        }) {
            for (String patch : new String[] {
                "1",
                "[]",
                "\"\"",
                "{",
                "{\"metadata\":1}",
                "{\"data\":[]}",
                "{\"data\":{\"a\":{}}}",
                "{\"metadata\":{\"labels\":{\"a\":[]}}}",
                "{\"metadata\":{\"ownerReferences\":[1]}}",
                "{\"a\":".repeat(9_990) + "1" + "}".repeat(9_990)
            }) {
                long before = server.revision();
                HttpResponse response = server.send("PATCH", target + "?fieldManager=m", type, patch);
                boolean unchanged = response.code() == 200 || response.code() >= 400;
                assertThat(unchanged).isTrue();
                assertThat(response.code() == 200 || server.revision() == before)
                        .isTrue();
            }
        }
    }
}
