package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryTest {

    private static final ApiResponse CONFLICT =
            new ApiResponse.Failed(Status.conflict(Resources.PODS, "web", "it was modified"));

    private final List<Long> asked = new ArrayList<>();
    private final List<ApiResponse> answers = new ArrayList<>();
    private int conflicts;
    private final FakeServer server = new FakeServer(request -> {
        asked.add(now());
        return asked.size() <= conflicts ? CONFLICT : new ApiResponse.Done(200);
    });

    private long now() {
        return server.context().now();
    }

    private void run(Retry retry) {
        retry.onConflict(
                        server.context(),
                        Retry.tenth(server.context().random("retry")),
                        before -> server.client().send(new ApiRequest.Get(Resources.PODS, "default", "web")))
                .whenDone(answers::add);
        server.runFor(VirtualTime.MINUTE);
    }

    @Test
    void what_succeeds_is_not_tried_again() {
        run(Retry.DEFAULT);
        assertThat(asked).hasSize(1);
        assertThat(answers).extracting(ApiResponse::code).containsExactly(200);
    }

    @Test
    void conflicts_are_tried_again_until_there_is_none() {
        conflicts = 3;
        run(Retry.DEFAULT);
        assertThat(asked).hasSize(4);
        assertThat(answers).extracting(ApiResponse::code).containsExactly(200);
    }

    @Test
    void the_last_of_five_conflicts_is_the_answer() {
        conflicts = 100;
        run(Retry.DEFAULT);
        assertThat(asked).hasSize(5);
        assertThat(answers).containsExactly(CONFLICT);
    }

    @Test
    void where_others_write_all_the_time_the_waits_grow_by_five() {
        conflicts = 100;
        run(Retry.BACKOFF);

        assertThat(asked).hasSize(4);
        long wait = 10 * VirtualTime.MILLISECOND;
        for (int i = 1; i < asked.size(); i++) {
            // Two milliseconds on the way, and up to a tenth more.
            assertThat(asked.get(i) - asked.get(i - 1))
                    .isBetween(wait + 2 * VirtualTime.MILLISECOND, wait + wait / 10 + 2 * VirtualTime.MILLISECOND);
            wait *= 5;
        }
    }

    @Test
    void other_failures_are_not_tried_again() {
        FakeServer gone = new FakeServer(request -> {
            asked.add(0L);
            return new ApiResponse.Failed(Status.notFound(Resources.PODS, "web"));
        });
        Retry.DEFAULT
                .onConflict(
                        gone.context(),
                        Retry.tenth(gone.context().random("retry")),
                        before -> gone.client().send(new ApiRequest.Get(Resources.PODS, "default", "web")))
                .whenDone(answers::add);
        gone.runFor(VirtualTime.SECOND);
        assertThat(asked).hasSize(1);
        assertThat(answers).singleElement().matches(answer -> answer.failedWith(StatusReason.NOT_FOUND));
    }

    @Test
    void impossible_numbers_are_refused() {
        assertThatThrownBy(() -> new Retry(0, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tries and factor must be positive, and first not negative, were 0, 1, 1");
    }
}
