package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SyncResultTest {

    private static final ApiResponse GONE = new ApiResponse.Failed(Status.notFound(Resources.PODS, "a"));
    private static final SyncResult FIRST = SyncResult.retry("first");
    private static final SyncResult LATER = new SyncResult.RetryAfter(5);

    private boolean went;

    @Test
    void a_failed_request_is_a_retry_with_the_message_of_the_server() {
        assertThat(SyncResult.of(new ApiResponse.Done(200))).isEqualTo(SyncResult.DONE);
        assertThat(SyncResult.of(GONE)).isEqualTo(SyncResult.retry("pods \"a\" not found"));
        assertThat(SyncResult.of(GONE).failure()).contains("pods \"a\" not found");
        assertThat(LATER.failure()).isEmpty();
    }

    @Test
    void an_object_that_is_gone_need_not_be_deleted_again() {
        assertThat(SyncResult.orGone(GONE)).isEqualTo(SyncResult.DONE);
        assertThat(SyncResult.orGone(new ApiResponse.Failed(Status.forbidden(Resources.PODS, "a", "no")))
                        .isDone())
                .isFalse();
    }

    @Test
    void the_first_that_is_not_done_counts() {
        assertThat(SyncResult.first(List.of(SyncResult.DONE, FIRST, SyncResult.retry("second"))))
                .isEqualTo(FIRST);
        assertThat(SyncResult.first(List.of(SyncResult.DONE, LATER))).isEqualTo(LATER);
        assertThat(SyncResult.first(List.of())).isEqualTo(SyncResult.DONE);
        assertThat(SyncResult.ofFailure(Optional.of("first"))).isEqualTo(FIRST);
        assertThat(SyncResult.ofFailure(Optional.empty())).isEqualTo(SyncResult.DONE);
    }

    @Test
    void the_next_step_runs_only_when_nothing_is_left_to_do_in_this_one() {
        for (SyncResult ended : List.of(FIRST, LATER)) {
            ended.andThen(this::go).whenDone(result -> assertThat(result).isEqualTo(ended));
            assertThat(went).isFalse();
        }
        SyncResult.DONE.andThen(this::go).whenDone(result -> assertThat(result).isEqualTo(LATER));
        assertThat(went).isTrue();
    }

    private Completion<SyncResult> go() {
        went = true;
        return Completion.of(LATER);
    }
}
