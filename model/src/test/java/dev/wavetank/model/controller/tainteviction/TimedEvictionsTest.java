package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Deletions at their time (pkg/controller/nodelifecycle/scheduler/timed_workers.go, v1.20). */
class TimedEvictionsTest {

    private static final ObjectKey POD = new ObjectKey("default", "web");

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Done(200));
    private final List<Long> deletions = new ArrayList<>();
    private final TimedEvictions evictions = new TimedEvictions(server.context(), this::delete);
    private int failures;

    @Test
    void a_pod_is_deleted_at_its_time() {
        evictions.plan(POD, 3 * VirtualTime.SECOND);
        server.runFor(VirtualTime.MINUTE);

        assertThat(deletions).containsExactly(3 * VirtualTime.SECOND);
    }

    @Test
    void a_second_plan_for_the_pod_changes_nothing_before_or_after_its_deletion() {
        evictions.plan(POD, 3 * VirtualTime.SECOND);
        evictions.plan(POD, VirtualTime.SECOND);
        server.runFor(10 * VirtualTime.SECOND);
        evictions.plan(POD, 20 * VirtualTime.SECOND);
        server.runFor(VirtualTime.MINUTE);

        assertThat(deletions).containsExactly(3 * VirtualTime.SECOND);
    }

    @Test
    void a_cancelled_deletion_does_not_happen_and_can_be_planned_again() {
        evictions.plan(POD, 3 * VirtualTime.SECOND);
        assertThat(evictions.cancel(POD)).isTrue();
        assertThat(evictions.cancel(POD)).isFalse();
        evictions.plan(POD, 5 * VirtualTime.SECOND);
        server.runFor(VirtualTime.MINUTE);

        assertThat(deletions).containsExactly(5 * VirtualTime.SECOND);
    }

    @Test
    void after_its_deletion_there_is_nothing_to_cancel_but_a_new_pod_of_that_name_can_be_planned() {
        evictions.plan(POD, VirtualTime.SECOND);
        server.runFor(2 * VirtualTime.SECOND);
        assertThat(evictions.cancel(POD)).isFalse();
        evictions.plan(POD, 4 * VirtualTime.SECOND);
        server.runFor(VirtualTime.MINUTE);

        assertThat(deletions).containsExactly(VirtualTime.SECOND, 4 * VirtualTime.SECOND);
    }

    @Test
    void after_a_failure_the_pod_can_be_planned_again() {
        failures = 1;
        evictions.plan(POD, VirtualTime.SECOND);
        server.runFor(2 * VirtualTime.SECOND);
        evictions.plan(POD, 4 * VirtualTime.SECOND);
        server.runFor(VirtualTime.MINUTE);

        assertThat(deletions).containsExactly(VirtualTime.SECOND, 4 * VirtualTime.SECOND);
    }

    private Completion<SyncResult> delete(ObjectKey pod) {
        deletions.add(server.context().now());
        return Completion.of(failures-- > 0 ? SyncResult.retry("no answer") : SyncResult.DONE);
    }
}
