package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

/**
 * The rate of evictions in a zone: a token bucket of size one ({@code EvictionRateLimiterBurst}), and what becomes of
 * it when the rate changes ({@code RateLimitedTimedQueue.SwapLimiter} in {@code
 * pkg/controller/nodelifecycle/scheduler/rate_limited_queue.go}, v1.32).
 */
class EvictionRateTest {

    private static final long SECOND = VirtualTime.SECOND;

    private final EvictionRate rate = new EvictionRate(0.1);

    @Test
    void one_node_is_evicted_at_once_and_then_one_in_every_interval() {
        assertThat(rate.pause(0)).isZero();
        assertThat(rate.tryAccept(0)).isTrue();
        assertThat(rate.tryAccept(0)).isFalse();
        assertThat(rate.pause(4 * SECOND)).isEqualTo(6 * SECOND);
        assertThat(rate.tryAccept(10 * SECOND - 1)).isFalse();
        assertThat(rate.tryAccept(10 * SECOND)).isTrue();
        assertThat(rate.tryAccept(19 * SECOND)).isFalse();
    }

    @Test
    void time_without_evictions_saves_up_no_more_than_one() {
        assertThat(rate.tryAccept(1000 * SECOND)).isTrue();
        assertThat(rate.tryAccept(1000 * SECOND)).isFalse();
    }

    @Test
    void a_rate_of_zero_stops_evictions() {
        rate.set(0, 0);

        assertThat(rate.tryAccept(1000 * SECOND)).isFalse();
        assertThat(rate.pause(1000 * SECOND)).isNegative();
    }

    @Test
    void a_waiting_node_waits_a_whole_interval_of_the_new_rate() {
        rate.tryAccept(0);
        rate.set(0.01, 3 * SECOND);
        assertThat(rate.pause(3 * SECOND)).isEqualTo(100 * SECOND);

        rate.set(1, 4 * SECOND);
        assertThat(rate.pause(4 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void without_a_waiting_node_the_first_eviction_by_the_new_rate_is_at_once() {
        rate.tryAccept(0);
        rate.set(0.01, 10 * SECOND);

        assertThat(rate.pause(10 * SECOND)).isZero();
    }

    @Test
    void after_a_stop_the_first_eviction_waits_for_an_interval() {
        rate.set(0, SECOND);
        rate.set(0.1, 60 * SECOND);

        assertThat(rate.pause(60 * SECOND)).isEqualTo(10 * SECOND);
    }

    @Test
    void the_same_rate_again_changes_nothing() {
        rate.tryAccept(0);
        rate.set(0.1, 9 * SECOND);

        assertThat(rate.pause(9 * SECOND)).isEqualTo(SECOND);
    }
}
