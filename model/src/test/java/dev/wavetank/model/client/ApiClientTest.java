package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApiClientTest {

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Done(200));
    private final List<ApiResponse> responses = new ArrayList<>();

    @Test
    void a_throttled_request_is_sent_again_after_the_time_that_the_server_asks_for() {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.THROTTLED, 1, 2));

        send();

        assertThat(responses).extracting(ApiResponse::code).containsExactly(200);
        assertThat(server.requests()).hasSize(1);
        assertThat(server.context().now()).isGreaterThan(2 * VirtualTime.SECOND);
    }

    @Test
    void every_try_tells_who_sent_it_and_when() {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.THROTTLED, 2, 1));

        send();
        send();

        // There and back again at 1 ms each way, and one second that the server asks for.
        assertThat(server.origins())
                .containsExactly(
                        new ApiCall.Origin("client", 0),
                        new ApiCall.Origin("client", VirtualTime.SECOND + 4 * VirtualTime.MILLISECOND));
    }

    @Test
    void a_request_that_is_throttled_again_and_again_is_given_up_after_ten_retries() {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.THROTTLED, 1, 11));

        send();
        send();

        assertThat(responses).extracting(ApiResponse::code).containsExactly(429, 200);
        assertThat(responses.get(0).failedWith(StatusReason.TOO_MANY_REQUESTS)).isTrue();
    }

    @Test
    void a_request_without_an_answer_is_unreachable() {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.ANSWER_LOST, 1, 1));

        send();

        assertThat(responses).containsExactly(new ApiResponse.Unreachable(Disconnect.TIMED_OUT));
        assertThat(server.requests()).hasSize(1);
    }

    private void send() {
        server.client()
                .send(new ApiRequest.Get(Resources.PODS, "default", "web-1"))
                .whenDone(responses::add);
        server.run();
    }
}
