package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.client.workqueue.SyncResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryWithLiveTest {

    private static final Pod POD =
            PodBuilder.builder().metadata(ObjectMeta.named("default", "a")).build();
    private static final ApiResponse FAILED = new ApiResponse.Failed(Status.modified(Resources.PODS, "a"));

    private int failures;
    private boolean gone;

    @Test
    void a_write_that_succeeds_is_the_only_request() {
        failures = 0;

        assertThat(write()).containsExactly("update", "Done[]");
    }

    @Test
    void a_write_that_fails_is_repeated_once_with_what_the_server_has() {
        failures = 1;

        assertThat(write()).containsExactly("update", "get", "update", "Done[]");
    }

    @Test
    void a_second_failure_is_the_result() {
        failures = 2;

        assertThat(write())
                .startsWith("update", "get", "update")
                .last()
                .asString()
                .startsWith("RetryWithBackoff[reason=Operation cannot be fulfilled on pods");
    }

    @Test
    void an_object_that_is_gone_is_not_written_again() {
        failures = 1;
        gone = true;

        assertThat(write()).containsExactly("update", "get", "RetryWithBackoff[reason=pods \"a\" not found]");
    }

    /** The verbs of the requests, and the result. */
    private List<String> write() {
        FakeServer server = new FakeServer(this::answer);
        ApiClient client = server.client();
        List<String> results = new ArrayList<>();
        ApiRequest update = new ApiRequest.Update(Resources.PODS, "status", POD);
        Retry.atOnce(2)
                .withLive(
                        client,
                        client.send(update),
                        new ApiRequest.Get(Resources.PODS, "default", "a"),
                        live -> client.send(update))
                .map(SyncResult::of)
                .whenDone(result -> results.add(result.toString()));
        server.run();
        List<String> all = new ArrayList<>(server.requests().stream()
                .map(request -> request.verb().toString())
                .toList());
        all.addAll(results);
        return all;
    }

    private ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.Get) {
            return gone ? new ApiResponse.Failed(Status.notFound(Resources.PODS, "a")) : new ApiResponse.One(200, POD);
        }
        return failures-- > 0 ? FAILED : new ApiResponse.One(200, POD);
    }
}
