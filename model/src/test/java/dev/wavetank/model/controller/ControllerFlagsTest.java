package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ControllerFlagsTest {

    @ParameterizedTest
    @CsvSource({
        "CONCURRENT_JOB_SYNCS, 0, 'concurrent-job-syncs must be at least 1, was 0'",
        "MAX_ENDPOINTS_PER_SLICE, 0, 'max-endpoints-per-slice must be at least 1, was 0'",
        "MAX_ENDPOINTS_PER_SLICE, 1001, 'max-endpoints-per-slice must be at most 1000, was 1001'",
        "RESOURCE_QUOTA_SYNC_PERIOD, 0s, 'resource-quota-sync-period must be at least 1ms, was 0s'",
        "UNHEALTHY_ZONE_THRESHOLD, 1.01, 'unhealthy-zone-threshold must be at most 1, was 1.01'",
        "NODE_EVICTION_RATE, -0.1, 'node-eviction-rate must be at least 0, was -0.1'",
        "HORIZONTAL_POD_AUTOSCALER_TOLERANCE, NaN, 'horizontal-pod-autoscaler-tolerance must be at least 0, was NaN'",
        "CONCURRENT_JOB_SYNCS, many, 'concurrent-job-syncs must be a whole number, was ''many'''",
    })
    void a_value_that_makes_no_sense_is_refused_by_the_name_of_its_flag(
            ControllerFlag flag, String value, String message) {
        assertThatThrownBy(() -> ControllerFlags.DEFAULT.with(flag, value)).hasMessage(message);
    }

    @ParameterizedTest
    @EnumSource(ControllerFlag.class)
    void every_default_makes_sense(ControllerFlag flag) {
        assertThat(ControllerFlags.DEFAULT.with(flag, flag.standard()).text(flag))
                .isEqualTo(flag.standard());
    }

    @Test
    void nodes_may_be_silent_longer_in_newer_releases() {
        assertThat(ControllerFlags.of(KubernetesVersion.V1_31).duration(ControllerFlag.NODE_MONITOR_GRACE_PERIOD))
                .isEqualTo(40 * VirtualTime.SECOND);
        assertThat(ControllerFlags.of(KubernetesVersion.V1_32).duration(ControllerFlag.NODE_MONITOR_GRACE_PERIOD))
                .isEqualTo(50 * VirtualTime.SECOND);
    }
}
