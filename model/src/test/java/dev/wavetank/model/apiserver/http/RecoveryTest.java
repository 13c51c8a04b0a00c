package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.AuthenticationConfig;
import dev.wavetank.model.apiserver.chain.Link;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An exception in the code of the server ends one request, and the next is served as before. */
class RecoveryTest {

    private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

    private static LoneServer with(Link link) {
        ApiServerParts parts = ApiServerParts.NONE.withLink((context, endpoint) -> link);
        return new LoneServer(KubernetesVersion.V1_32, LoneServer.config(), parts);
    }

    private static HttpResponse list(LoneServer server, String agent) {
        Map<String, String> headers = RecordedCluster.headers("GET", "admin");
        headers.put("User-Agent", agent);
        return server.send(HttpRequest.of("GET", CONFIG_MAPS, headers, ""));
    }

    private static void panics(LoneServer server, String message) {
        for (int i = 1; i <= 3; i++) {
            HttpResponse response = list(server, "bad");
            assertThat(response.code()).isEqualTo(500);
            assertThat(response.body())
                    .isEqualTo("This request caused apiserver to panic. Look in the logs for details.\n");
            assertThat(server.panics()).hasSize(i);
            assertThat(list(server, "good").code()).isEqualTo(200);
        }
        PanicTrace panic = server.panics().get(0);
        assertThat(panic.work()).isEqualTo("bad " + CONFIG_MAPS);
        assertThat(panic.thrown()).contains(message);
    }

    private static boolean isBad(String agent) {
        return agent.equals("bad");
    }

    @Test
    void a_link_that_throws_at_once() {
        panics(
                with((passage, next) -> {
                    if (isBad(passage.incoming().userAgent())) {
                        throw new IllegalStateException("at once");
                    }
                    return next.handle(passage);
                }),
                "at once");
    }

    @Test
    void a_link_that_throws_when_the_rest_of_the_chain_has_answered() {
        panics(
                with((passage, next) -> next.handle(passage).map(response -> {
                    if (isBad(passage.incoming().userAgent())) {
                        throw new AssertionError("after all");
                    }
                    return response;
                })),
                "after all");
    }

    @Test
    void a_token_behind_two_spaces_is_none() {
        var config = LoneServer.config();
        var strict = config.withAuthentication(
                new AuthenticationConfig(null, config.authentication().tokens(), null, null, null, false));
        LoneServer server = new LoneServer(KubernetesVersion.V1_32, strict, ApiServerParts.NONE);
        for (String authorization : List.of("Bearer  admin", "Bearer", "Bearer ", "admin")) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("Authorization", authorization);
            assertThat(server.send(HttpRequest.of("GET", CONFIG_MAPS, headers, ""))
                            .code())
                    .as(authorization)
                    .isEqualTo(401);
            headers.put("Authorization", "bearer admin");
            assertThat(server.send(HttpRequest.of("GET", CONFIG_MAPS, headers, ""))
                            .code())
                    .isEqualTo(200);
        }
    }
}
