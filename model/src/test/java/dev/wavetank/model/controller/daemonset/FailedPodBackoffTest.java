package dev.wavetank.model.controller.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

class FailedPodBackoffTest {

    private final FailedPodBackoff backoff = new FailedPodBackoff();

    @Test
    void every_failure_doubles_the_wait_up_to_fifteen_minutes() {
        long now = 0;
        long wait = 0;
        for (int failure = 1; failure <= 15; failure++) {
            assertThat(backoff.begin("a", now)).isZero();
            wait = backoff.begin("a", now);
            assertThat(wait).isEqualTo(Math.min((1L << (failure - 1)) * VirtualTime.SECOND, 15 * VirtualTime.MINUTE));
            now += wait;
        }
        assertThat(wait).isEqualTo(15 * VirtualTime.MINUTE);
    }

    @Test
    void nodes_wait_each_for_themselves() {
        backoff.begin("a", 0);
        assertThat(backoff.begin("b", 0)).isZero();
    }

    @Test
    void after_half_an_hour_without_a_failure_all_is_forgotten() {
        backoff.begin("a", 0);
        backoff.begin("a", VirtualTime.SECOND);
        long later = VirtualTime.SECOND + 30 * VirtualTime.MINUTE + 1;
        assertThat(backoff.begin("a", later)).isZero();
        assertThat(backoff.begin("a", later)).isEqualTo(VirtualTime.SECOND);
    }
}
