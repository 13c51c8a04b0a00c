package dev.wavetank.model.controller.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

class FailedPodBackoffTest {

    private long now;
    private final FailedPodBackoff backoff = new FailedPodBackoff(() -> now);

    @Test
    void every_failure_doubles_the_wait_up_to_fifteen_minutes() {
        long wait = 0;
        for (int failure = 1; failure <= 15; failure++) {
            assertThat(backoff.begin("a")).isZero();
            wait = backoff.begin("a");
            assertThat(wait).isEqualTo(Math.min((1L << (failure - 1)) * VirtualTime.SECOND, 15 * VirtualTime.MINUTE));
            now += wait;
        }
        assertThat(wait).isEqualTo(15 * VirtualTime.MINUTE);
    }

    @Test
    void nodes_wait_each_for_themselves() {
        backoff.begin("a");
        assertThat(backoff.begin("b")).isZero();
    }

    @Test
    void after_half_an_hour_without_a_failure_all_is_forgotten() {
        backoff.begin("a");
        now = VirtualTime.SECOND;
        backoff.begin("a");
        now = VirtualTime.SECOND + 30 * VirtualTime.MINUTE + 1;
        assertThat(backoff.begin("a")).isZero();
        assertThat(backoff.begin("a")).isEqualTo(VirtualTime.SECOND);
    }
}
