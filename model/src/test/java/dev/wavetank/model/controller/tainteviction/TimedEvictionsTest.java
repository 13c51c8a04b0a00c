package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The pods that are deleted at a time ({@code TimedWorkerQueue} and its tests in {@code
 * pkg/controller/tainteviction/timed_workers.go}, v1.32).
 */
class TimedEvictionsTest {

    private static final long SECOND = VirtualTime.SECOND;
    private static final ObjectKey A = new ObjectKey("default", "a");
    private static final ObjectKey B = new ObjectKey("default", "b");

    private final FakeServer world = new FakeServer(request -> {
        throw new AssertionError("no requests: " + request);
    });
    private final List<String> deleted = new ArrayList<>();
    private final List<Boolean> cancelled = new ArrayList<>();
    /** Results of deletions that have not ended. */
    private final List<Completion<SyncResult>> running = new ArrayList<>();

    private boolean fails;
    private boolean lasts;
    private final TimedEvictions evictions = new TimedEvictions(world.context(), this::delete);

    private Completion<SyncResult> delete(ObjectKey pod) {
        deleted.add(pod.name() + " " + world.context().now() / SECOND + " s");
        if (lasts) {
            running.add(new Completion<>());
            return running.get(running.size() - 1);
        }
        return Completion.of(fails ? SyncResult.retry("test") : SyncResult.DONE);
    }

    private void at(long seconds, Runnable action) {
        world.context().after(seconds * SECOND, action::run);
    }

    private void run() {
        world.runFor(1000 * SECOND);
    }

    @Test
    void every_pod_is_deleted_at_its_time() {
        at(0, () -> {
            evictions.plan(A, 30 * SECOND);
            evictions.plan(B, 10 * SECOND);
        });
        at(50, () -> evictions.plan(new ObjectKey("other", "a"), 50 * SECOND));
        run();

        assertThat(deleted).containsExactly("b 10 s", "a 30 s", "a 50 s");
    }

    @Test
    void a_second_plan_for_a_pod_changes_nothing() {
        at(0, () -> evictions.plan(A, 30 * SECOND));
        at(1, () -> evictions.plan(A, 10 * SECOND));
        at(2, () -> evictions.plan(A, 90 * SECOND));
        run();

        assertThat(deleted).containsExactly("a 30 s");
    }

    @Test
    void a_deleted_pod_is_not_deleted_twice() {
        at(0, () -> evictions.plan(A, 10 * SECOND));
        at(20, () -> evictions.plan(A, 30 * SECOND));
        run();

        assertThat(deleted).containsExactly("a 10 s");
    }

    @Test
    void a_cancelled_deletion_does_not_take_place_and_may_be_planned_again() {
        at(0, () -> evictions.plan(A, 10 * SECOND));
        at(5, () -> cancelled.add(evictions.cancel(A)));
        at(20, () -> evictions.plan(A, 30 * SECOND));
        run();

        assertThat(cancelled).containsExactly(true);
        assertThat(deleted).containsExactly("a 30 s");
    }

    @Test
    void only_a_pending_deletion_can_be_cancelled() {
        at(0, () -> cancelled.add(evictions.cancel(A)));
        at(1, () -> evictions.plan(A, 10 * SECOND));
        at(20, () -> cancelled.add(evictions.cancel(A)));
        run();

        assertThat(cancelled).containsExactly(false, false);
    }

    @Test
    void a_deleted_pod_that_is_cancelled_is_forgotten() {
        at(0, () -> evictions.plan(A, 10 * SECOND));
        at(20, () -> evictions.cancel(A));
        at(21, () -> evictions.plan(A, 30 * SECOND));
        run();

        assertThat(deleted).containsExactly("a 10 s", "a 30 s");
    }

    @Test
    void a_pod_whose_deletion_failed_may_be_planned_again() {
        fails = true;
        at(0, () -> evictions.plan(A, 10 * SECOND));
        at(20, () -> evictions.plan(A, 30 * SECOND));
        run();

        assertThat(deleted).containsExactly("a 10 s", "a 30 s");
    }

    @Test
    void the_late_failure_of_a_cancelled_deletion_does_not_forget_the_next_plan() {
        lasts = true;
        at(0, () -> evictions.plan(A, 10 * SECOND));
        at(11, () -> evictions.cancel(A));
        at(12, () -> evictions.plan(A, 30 * SECOND));
        at(13, () -> running.get(0).complete(SyncResult.retry("late")));
        at(14, () -> cancelled.add(evictions.cancel(A)));
        run();

        assertThat(cancelled).containsExactly(true);
        assertThat(deleted).containsExactly("a 10 s");
    }
}
