package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** By how much slow settings make things later. */
class DelaysTest {

    @Test
    void default_settings_delay_nothing() {
        assertThat(Delays.of(Map.of())).isEqualTo(Delays.NONE);
    }

    @Test
    void a_lagging_watch_cache_delays_what_is_seen_and_no_answer() {
        Delays delays = Delays.of(Map.of("kube-apiserver.watch-cache-lag", "2s"));

        assertThat(delays.visibility()).isEqualTo(202 * VirtualTime.SECOND);
        assertThat(delays.answer()).isZero();
        assertThat(delays.step()).isEqualTo(6 * VirtualTime.SECOND);
    }

    @Test
    void a_slow_network_delays_both() {
        Delays delays = Delays.of(Map.of("network.latency", "10ms"));

        assertThat(delays.visibility()).isEqualTo(4040 * VirtualTime.MILLISECOND);
        assertThat(delays.answer()).isEqualTo(4040 * VirtualTime.MILLISECOND);
    }

    @Test
    void no_answer_takes_longer_than_a_request_may() {
        assertThat(Delays.of(Map.of("etcd.commit-latency", "30s")).answer()).isEqualTo(ApiClient.REQUEST_TIMEOUT);
    }

    @Test
    void a_rate_of_less_than_one_request_per_second_delays_the_next_request() {
        assertThat(Delays.of(Map.of("kube-controller-manager.kube-api-qps", "0.1"))
                        .answer())
                .isEqualTo(20 * VirtualTime.SECOND);
        assertThat(Delays.of(Map.of("kube-controller-manager.kube-api-qps", "20"))
                        .answer())
                .isZero();
    }
}
