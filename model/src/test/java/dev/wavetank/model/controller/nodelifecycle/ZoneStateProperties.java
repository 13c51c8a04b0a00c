package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** More ready nodes are never worse for a zone ({@code ComputeZoneState}, v1.32). */
class ZoneStateProperties {

    private static ZoneState state(int ready, int notReady, double unhealthy) {
        List<String> readiness = new ArrayList<>(Collections.nCopies(ready, "True"));
        readiness.addAll(Collections.nCopies(notReady, "Unknown"));
        return ZoneState.of(readiness, unhealthy);
    }

    @Property
    void one_more_ready_node_never_makes_the_state_worse(
            @ForAll @IntRange(max = 60) int ready,
            @ForAll @IntRange(max = 60) int notReady,
            @ForAll @IntRange(max = 100) int percent) {
        double unhealthy = percent / 100.0;
        ZoneState before = state(ready, notReady, unhealthy);
        ZoneState after = state(ready + 1, notReady, unhealthy);

        assertThat(after).isNotIn(ZoneState.FULL_DISRUPTION, ZoneState.INITIAL);
        if (before == ZoneState.NORMAL) {
            assertThat(after).isEqualTo(ZoneState.NORMAL);
        }
    }
}
