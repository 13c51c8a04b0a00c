package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The state of a zone by the readiness of its nodes ({@code ComputeZoneState} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32; the default of {@code --unhealthy-zone-threshold}
 * is 0.55).
 */
class ZoneStateTest {

    private static ZoneState state(int ready, int notReady, double unhealthy) {
        List<String> readiness = new ArrayList<>(Collections.nCopies(ready, "True"));
        readiness.addAll(Collections.nCopies(notReady, "Unknown"));
        return ZoneState.of(readiness, unhealthy);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, NORMAL",
        "0, 1, FULL_DISRUPTION",
        "0, 3, FULL_DISRUPTION",
        "1, 1, NORMAL",
        // Two nodes are too few, whatever their fraction.
        "1, 2, NORMAL",
        "1, 3, PARTIAL_DISRUPTION",
        // Exactly 55 %, and a little less.
        "9, 11, PARTIAL_DISRUPTION",
        "10, 12, NORMAL",
        "3, 3, NORMAL",
        "0, 0, NORMAL",
    })
    void the_state_follows_from_the_number_and_the_fraction_of_nodes_that_are_not_ready(
            int ready, int notReady, ZoneState expected) {
        assertThat(state(ready, notReady, 0.55)).isEqualTo(expected);
    }

    @Test
    void a_node_that_reports_that_it_is_not_ready_counts_like_a_silent_one() {
        assertThat(ZoneState.of(List.of("False"), 0.55)).isEqualTo(ZoneState.FULL_DISRUPTION);
        assertThat(ZoneState.of(List.of("False", "Unknown", "False", "True"), 0.55))
                .isEqualTo(ZoneState.PARTIAL_DISRUPTION);
    }
}
