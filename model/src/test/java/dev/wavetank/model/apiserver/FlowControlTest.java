package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.model.apiserver.chain.ServiceTimes;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of requests in flight, the request timeout, and processors that are busy. */
class FlowControlTest {

    private static final FlowControl SLOW = FlowControl.DEFAULT
            .withTimes(ServiceTimes.constant(10 * VirtualTime.MILLISECOND))
            .withCpus(1);
    private static final ApiRequest LIST = new ApiRequest.List(Resources.PODS, "default", ApiRequest.Selection.ALL);

    private final Map<String, User> users = new LinkedHashMap<>();

    private ApiServerFixture server(FlowControl flow) {
        users.put("admin", User.master("admin"));
        return new ApiServerFixture(1, ApiServerConfig.DEFAULT.withTokens(users).withFlow(flow));
    }

    private static List<Integer> codes(ApiServerFixture server, String token, ApiRequest request, int times) {
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            server.begin(token, request).whenDone(response -> codes.add(response.code()));
        }
        server.run();
        return codes;
    }

    private static ApiRequest creation(String name) {
        return ApiRequest.Create.of(Resources.PODS, ApiServerFixture.pod(name));
    }

    @Test
    void more_requests_than_may_be_in_flight_are_refused_but_for_masters() {
        ApiServerFixture server = server(SLOW.withMaxInflight(3, 1));

        assertThat(codes(server, "", LIST, 5)).containsExactlyInAnyOrder(200, 200, 200, 429, 429);
        assertThat(codes(server, "", creation("a"), 3)).containsExactlyInAnyOrder(201, 429, 429);
        assertThat(codes(server, "admin", LIST, 5)).containsOnly(200).hasSize(5);
        assertThat(codes(server, "", LIST, 3)).as("all have ended").containsOnly(200);
    }

    @Test
    void a_limit_of_zero_is_none() {
        assertThat(codes(server(SLOW.withMaxInflight(0, 0)), "", LIST, 50)).containsOnly(200);
    }

    @Test
    void the_refusal_over_the_wire_is_plain_text() {
        ApiServerFixture server = server(SLOW.withMaxInflight(1, 1));
        server.begin("", LIST);
        HttpResponse refusal =
                server.send(HttpRequest.of("GET", "/api/v1/namespaces/default/pods", new LinkedHashMap<>(), ""));

        assertThat(refusal.code()).isEqualTo(429);
        assertThat(refusal.body()).isEqualTo("Too many requests, please try again later.\n");
        assertThat(refusal.headers())
                .containsEntry("Retry-After", "1")
                .containsEntry("Content-Type", "text/plain; charset=utf-8");
    }

    @Test
    void a_request_over_the_wire_that_takes_too_long_is_answered_with_504() {
        ApiServerFixture server = server(SLOW.withRequestTimeout(30 * VirtualTime.MILLISECOND));
        HttpResponse late =
                server.send(HttpRequest.of("GET", "/api/v1/namespaces/default/pods", new LinkedHashMap<>(), ""));

        assertThat(late.code()).isEqualTo(504);
        assertThat(late.body())
                .contains("\"reason\":\"Timeout\"")
                .contains("\"message\":\"Timeout: request did not complete within the allotted timeout\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "exec?command=ls", "attach", "portforward", "proxy"})
    void what_may_last_has_neither_limit_nor_timeout(String connection) {
        ApiServerFixture server = server(SLOW.withMaxInflight(1, 1).withRequestTimeout(15 * VirtualTime.MILLISECOND));
        String pod = "/api/v1/namespaces/default/pods/p/";
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            HttpRequest request = HttpRequest.of("GET", pod + connection, new LinkedHashMap<>(), "");
            server.begin(request).whenDone(response -> codes.add(response.code()));
        }
        server.run();

        assertThat(codes).hasSize(3).doesNotContain(429, 504);
        assertThat(server.send(HttpRequest.of("GET", "/api/v1/pods", new LinkedHashMap<>(), ""))
                        .code())
                .isEqualTo(504);
    }

    @Test
    void a_watch_over_the_wire_does_not_count_either() {
        ApiServerFixture server = server(SLOW.withMaxInflight(1, 1).withRequestTimeout(VirtualTime.SECOND));
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String target = "/api/v1/pods?watch=1&timeoutSeconds=5";
            server.begin(HttpRequest.of("GET", target, new LinkedHashMap<>(), ""))
                    .whenDone(response -> codes.add(response.code()));
        }
        server.run();

        assertThat(codes).containsExactly(200, 200, 200);
    }

    @Test
    void a_thousand_nodes_that_start_at_once_are_refused_until_there_is_room() {
        ApiServerFixture server = server(FlowControl.DEFAULT);
        List<Integer> codes = codes(server, "", LIST, 1_000);

        assertThat(codes.stream().filter(code -> code == 200).count()).isEqualTo(400);
        assertThat(codes.stream().filter(code -> code == 429).count()).isEqualTo(600);
        assertThat(codes(server, "", LIST, 400)).containsOnly(200);
    }

    @Test
    void watches_do_not_count() {
        ApiServerFixture server = server(SLOW.withMaxInflight(1, 1));
        server.watch(Resources.PODS, ApiRequest.Selection.ALL, 1);
        server.watch(Resources.PODS, ApiRequest.Selection.ALL, 1);

        assertThat(codes(server, "", LIST, 1)).containsOnly(200);
    }

    @Test
    void requests_wait_for_a_processor() {
        ApiServerFixture one = server(SLOW);
        ApiServerFixture four = server(SLOW.withCpus(4));
        // Five stages of 10 ms for each of four: one processor takes 200 ms, four take 50 ms and wait for etcd.
        assertThat(lastCreation(one)).isBetween(200 * VirtualTime.MILLISECOND, 210 * VirtualTime.MILLISECOND);
        assertThat(lastCreation(four)).isBetween(50 * VirtualTime.MILLISECOND, 60 * VirtualTime.MILLISECOND);
    }

    private static long lastCreation(ApiServerFixture server) {
        long begun = server.simulation.now();
        long[] last = {0};
        for (int i = 0; i < 4; i++) {
            server.begin("", creation("p" + i)).whenDone(reply -> last[0] = server.simulation.now() - begun);
        }
        server.run();
        return last[0];
    }

    @Test
    void a_request_that_takes_too_long_is_answered_with_504_and_may_be_executed_all_the_same() {
        ApiServerFixture server = server(SLOW.withRequestTimeout(30 * VirtualTime.MILLISECOND));

        ApiResponse late = server.send(creation("late"));

        assertThat(late.code()).isEqualTo(504);
        assertThat(((ApiResponse.Failed) late).status().reason()).isEqualTo("Timeout");
        assertThat(((ApiResponse.Failed) late).status().message())
                .isEqualTo("Timeout: request did not complete within the allotted timeout");
        assertThat(server.store.get(
                        Resources.PODS.storageKey(ApiServerFixture.pod("late").key())))
                .isNotNull();
    }

    @Test
    void each_of_many_requests_has_its_own_time() {
        // Reading takes 30 ms of one processor for each, then writing the answers 10 ms for each: 100, 110, 120 ms.
        ApiServerFixture server = server(SLOW.withRequestTimeout(115 * VirtualTime.MILLISECOND));

        assertThat(codes(server, "", LIST, 3)).containsExactlyInAnyOrder(200, 200, 504);
        assertThat(codes(server, "", LIST, 1)).containsExactly(200);
    }

    @Test
    void two_processors_do_as_much_as_those_of_the_recorded_machine() {
        // Recorded: 16 clients that create ConfigMaps, one after the other, get 829 to 1,012 answers a second.
        ApiServerFixture server = server(FlowControl.DEFAULT);
        long begun = server.simulation.now();
        long[] answered = {0, 0};
        for (int client = 0; client < 16; client++) {
            createAgain(server, client * 1000, answered);
        }
        server.run();

        double perSecond = answered[0] * 1e9 / (answered[1] - begun);
        assertThat(answered[0]).isEqualTo(1600);
        assertThat(perSecond).isBetween(800.0, 1300.0);
    }

    private static void createAgain(ApiServerFixture server, int number, long[] answered) {
        if (number % 1000 == 100) {
            return;
        }
        ResourceType configMaps = new ResourceType("", "v1", "ConfigMap", "configmaps", true);
        KubernetesObject configMap = new ConfigMap(ObjectMeta.named("default", "c" + number), null, null);
        server.begin("", ApiRequest.Create.of(configMaps, configMap)).whenDone(response -> {
            answered[0]++;
            answered[1] = server.simulation.now();
            createAgain(server, number + 1, answered);
        });
    }
}
