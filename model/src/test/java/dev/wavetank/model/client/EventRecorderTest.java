package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import org.junit.jupiter.api.Test;

class EventRecorderTest {

    private static final Pod POD = PodBuilder.builder()
            .metadata(ObjectMetaBuilder.builder()
                    .namespace("default")
                    .name("web")
                    .uid("uid-1")
                    .build())
            .build();

    private final FakeServer server = new FakeServer(EventRecorderTest::store);
    private final EventRecorder events = new EventRecorder(server.context(), server.client(), "test-controller");

    @Test
    void an_event_is_named_after_its_object_and_the_time() {
        events.normal(POD, "Started", "it runs");
        server.run();

        ApiEvent event = body(0);
        assertThat(event.metadata().name()).matches("web\\.[0-9a-f]{16}");
        assertThat(event.count()).isEqualTo(1);
        assertThat(event.source().component()).isEqualTo("test-controller");
        assertThat(event.involvedObject().uid()).isEqualTo("uid-1");
    }

    @Test
    void a_repeated_event_is_counted() {
        events.normal(POD, "Started", "it runs");
        events.normal(POD, "Started", "it runs");
        server.run();

        assertThat(server.requests().get(1)).isInstanceOfSatisfying(ApiRequest.Patch.class, patch -> {
            assertThat(patch.name()).isEqualTo(body(0).metadata().name());
            assertThat(((ApiRequest.Change.Merge) patch.change()).tree()).containsEntry("count", 2L);
        });
    }

    @Test
    void from_the_tenth_similar_text_on_events_are_combined() {
        for (int i = 1; i <= 12; i++) {
            events.warning(POD, "FailedCreate", "text " + i);
        }
        server.run();

        assertThat(server.requests()).hasSize(12);
        assertThat(body(8).message()).isEqualTo("text 9");
        assertThat(body(9).message()).isEqualTo("(combined from similar events): text 10");
        assertThat(server.requests().get(11)).isInstanceOf(ApiRequest.Patch.class);
    }

    @Test
    void of_one_object_25_events_are_told_and_then_one_in_five_minutes() {
        for (int i = 0; i < 40; i++) {
            events.normal(POD, "Started", "it runs");
        }
        server.run();
        assertThat(server.requests()).hasSize(25);

        server.runFor(301 * VirtualTime.SECOND);
        events.normal(POD, "Started", "it runs");
        events.normal(POD, "Started", "it runs");
        server.run();
        assertThat(server.requests()).hasSize(26);
    }

    @Test
    void an_event_that_gets_no_answer_is_given_up_after_twelve_tries() {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.ANSWER_LOST, 1, 100));
        events.normal(POD, "Started", "it runs");
        server.runFor(VirtualTime.HOUR);

        assertThat(server.requests()).hasSize(12);
    }

    @Test
    void an_event_whose_stored_one_has_gone_is_stored_anew() {
        FakeServer forgetful = new FakeServer(request -> request instanceof ApiRequest.Patch
                ? new ApiResponse.Failed(Status.notFound(Resources.EVENTS, request.name()))
                : store(request));
        EventRecorder recorder = new EventRecorder(forgetful.context(), forgetful.client(), "test-controller");
        recorder.normal(POD, "Started", "it runs");
        recorder.normal(POD, "Started", "it runs");
        forgetful.run();

        assertThat(forgetful.requests()).hasSize(3);
        assertThat(((ApiEvent) ((ApiRequest.Create) forgetful.requests().get(2)).body()).count())
                .isEqualTo(2);
    }

    private ApiEvent body(int request) {
        return (ApiEvent) ((ApiRequest.Create) server.requests().get(request)).body();
    }

    private static ApiResponse store(ApiRequest request) {
        return request instanceof ApiRequest.Create create
                ? new ApiResponse.One(201, create.body())
                : new ApiResponse.Done(200);
    }
}
