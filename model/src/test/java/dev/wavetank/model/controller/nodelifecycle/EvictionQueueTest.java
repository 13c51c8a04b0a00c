package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The queue of nodes of a zone ({@code RateLimitedTimedQueue} and its tests in {@code
 * pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go}, v1.32; checked every {@code NodeEvictionPeriod}, 100
 * ms).
 */
class EvictionQueueTest {

    private static final long SECOND = VirtualTime.SECOND;
    private static final long MILLISECOND = VirtualTime.MILLISECOND;

    private final FakeServer world = new FakeServer(request -> {
        throw new AssertionError("no requests: " + request);
    });
    private final List<String> evicted = new ArrayList<>();
    private final List<String> failing = new ArrayList<>();
    private final EvictionQueue queue = new EvictionQueue(world.context(), 0.1, this::evict);

    private Completion<SyncResult> evict(String node) {
        evicted.add(node + " " + world.context().now() / MILLISECOND + " ms");
        return Completion.of(failing.remove(node) ? SyncResult.retry("test") : SyncResult.DONE);
    }

    /** Runs an action in an event of its own, after so many nanoseconds. */
    private void at(long time, Runnable action) {
        world.context().after(time, action::run);
    }

    @Test
    void nodes_are_evicted_in_their_order_at_the_rate_of_the_zone() {
        at(0, () -> List.of("b", "a", "c").forEach(queue::add));
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("b 0 ms", "a 10000 ms", "c 20000 ms");
    }

    @Test
    void the_queue_is_checked_every_tenth_of_a_second() {
        at(130 * MILLISECOND, () -> queue.add("a"));
        at(200 * MILLISECOND, () -> queue.add("b"));
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("a 200 ms", "b 10200 ms");
    }

    @Test
    void a_node_is_evicted_once_until_it_is_forgotten() {
        List<Boolean> added = new ArrayList<>();
        at(0, () -> added.addAll(List.of(queue.add("a"), queue.add("a"))));
        at(20 * SECOND, () -> added.add(queue.add("a")));
        at(21 * SECOND, () -> {
            added.add(queue.remove("a"));
            added.add(queue.add("a"));
        });
        world.runFor(60 * SECOND);

        assertThat(added).containsExactly(true, false, false, true, true);
        assertThat(evicted).containsExactly("a 0 ms", "a 21000 ms");
    }

    @Test
    void a_waiting_node_that_is_removed_is_not_evicted() {
        List<Boolean> removed = new ArrayList<>();
        at(0, () -> List.of("a", "b", "c").forEach(queue::add));
        at(SECOND, () -> removed.addAll(List.of(queue.remove("b"), queue.remove("b"), queue.remove("x"))));
        world.runFor(60 * SECOND);

        assertThat(removed).containsExactly(true, false, false);
        assertThat(evicted).containsExactly("a 0 ms", "c 10000 ms");
    }

    @Test
    void a_waiting_node_that_is_removed_and_added_again_is_evicted_once_in_the_last_place() {
        at(0, () -> List.of("a", "b", "c").forEach(queue::add));
        at(SECOND, () -> {
            queue.remove("b");
            queue.add("b");
        });
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("a 0 ms", "c 10000 ms", "b 20000 ms");
    }

    @Test
    void a_failed_eviction_is_tried_again_behind_the_others() {
        failing.add("a");
        at(0, () -> List.of("a", "b").forEach(queue::add));
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("a 0 ms", "b 10000 ms", "a 20000 ms");
    }

    @Test
    void a_failed_eviction_is_not_tried_again_when_the_node_was_removed_meanwhile() {
        List<Completion<SyncResult>> running = new ArrayList<>();
        EvictionQueue slow = new EvictionQueue(world.context(), 0.1, node -> {
            evicted.add(node);
            Completion<SyncResult> result = new Completion<>();
            running.add(result);
            return result;
        });
        at(0, () -> slow.add("a"));
        at(SECOND, () -> {
            slow.remove("a");
            running.get(0).complete(SyncResult.retry("test"));
        });
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("a");
    }

    @Test
    void with_a_rate_of_zero_nodes_wait_for_another_rate() {
        at(0, () -> {
            queue.setRate(0);
            queue.add("a");
        });
        at(50 * SECOND, () -> queue.setRate(0.1));
        world.runFor(100 * SECOND);

        assertThat(evicted).containsExactly("a 60000 ms");
    }

    @Test
    void a_queue_that_is_stopped_while_a_node_waits_evicts_it_no_more() {
        at(0, () -> List.of("a", "b").forEach(queue::add));
        at(SECOND, () -> queue.setRate(0));
        world.run();

        assertThat(evicted).containsExactly("a 0 ms");
        // Nothing is planned any more.
        assertThat(world.context().now()).isEqualTo(SECOND);
    }

    @Test
    void a_higher_rate_holds_for_a_node_that_waits_already() {
        EvictionQueue slow = new EvictionQueue(world.context(), 0.01, this::evict);
        at(0, () -> List.of("a", "b").forEach(slow::add));
        at(SECOND, () -> slow.setRate(0.1));
        world.runFor(200 * SECOND);

        assertThat(evicted).containsExactly("a 0 ms", "b 11000 ms");
    }

    @Test
    void a_lower_rate_holds_for_a_node_that_waits_already() {
        at(0, () -> List.of("a", "b").forEach(queue::add));
        at(SECOND, () -> queue.setRate(0.01));
        world.runFor(200 * SECOND);

        assertThat(evicted).containsExactly("a 0 ms", "b 101000 ms");
    }
}
