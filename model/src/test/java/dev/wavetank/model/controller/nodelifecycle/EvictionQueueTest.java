package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The nodes of a zone that wait for their eviction
 * (pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go, v1.20).
 */
class EvictionQueueTest {

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Done(200));
    private final List<String> evicted = new ArrayList<>();
    private final EvictionQueue queue = new EvictionQueue(server.context(), 1, this::evict);
    private int failures;

    @Test
    void nodes_go_one_after_the_other_at_the_rate() {
        queue.add("a");
        queue.add("b");
        queue.add("c");

        server.runFor(VirtualTime.MILLISECOND);
        assertThat(evicted).containsExactly("a");
        server.runFor(VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a", "b");
        server.runFor(VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a", "b", "c");
    }

    @Test
    void the_queue_is_looked_at_ten_times_in_a_second() {
        server.runFor(30 * VirtualTime.MILLISECOND);
        queue.add("a");

        server.runFor(69 * VirtualTime.MILLISECOND);
        assertThat(evicted).isEmpty();
        server.runFor(VirtualTime.MILLISECOND);
        assertThat(evicted).containsExactly("a");
    }

    @Test
    void a_node_that_waits_or_was_evicted_is_not_added_again_before_it_is_forgotten() {
        assertThat(queue.add("a")).isTrue();
        assertThat(queue.add("a")).isFalse();
        server.runFor(VirtualTime.SECOND);
        assertThat(queue.add("a")).isFalse();
        queue.forget("a");
        assertThat(queue.add("a")).isTrue();

        server.runFor(2 * VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a", "a");
    }

    @Test
    void a_removed_node_is_not_evicted() {
        queue.add("a");
        queue.add("b");
        assertThat(queue.remove("b")).isTrue();
        assertThat(queue.remove("b")).isFalse();

        server.runFor(5 * VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a");
    }

    @Test
    void after_a_failure_a_node_waits_again() {
        failures = 2;
        queue.add("a");

        server.runFor(5 * VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a", "a", "a");
    }

    @Test
    void a_node_that_was_removed_while_its_eviction_failed_stays_away() {
        failures = 1;
        queue.add("gone");

        server.runFor(5 * VirtualTime.SECOND);
        assertThat(evicted).containsExactly("gone");
    }

    @Test
    void a_rate_of_zero_holds_all_nodes_until_the_next_rate() {
        queue.setRate(0);
        queue.add("a");
        server.runFor(VirtualTime.MINUTE);
        assertThat(evicted).isEmpty();

        queue.setRate(1);
        server.runFor(VirtualTime.SECOND);
        assertThat(evicted).containsExactly("a");
    }

    @Test
    void a_node_that_waits_for_its_token_waits_by_a_new_rate() {
        queue.add("a");
        server.runFor(VirtualTime.MILLISECOND);
        queue.add("b");
        queue.setRate(0.5);

        server.runFor(1_900 * VirtualTime.MILLISECOND);
        assertThat(evicted).containsExactly("a");
        server.runFor(200 * VirtualTime.MILLISECOND);
        assertThat(evicted).containsExactly("a", "b");
    }

    private Completion<SyncResult> evict(String node) {
        evicted.add(node);
        if (node.equals("gone")) {
            queue.remove(node);
        }
        return Completion.of(failures-- > 0 ? SyncResult.retry("no answer") : SyncResult.DONE);
    }
}
