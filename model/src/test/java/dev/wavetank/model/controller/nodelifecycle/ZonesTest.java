package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The health of zones and what it does to their rates of eviction
 * (pkg/controller/nodelifecycle/node_lifecycle_controller.go, {@code ComputeZoneState}, {@code handleDisruption},
 * {@code setLimiterInZone}, v1.20).
 */
class ZonesTest {

    private static final String ZONE = "r/a";
    private static final String OTHER = "r/b";

    private final FakeServer server = new FakeServer(request -> new ApiResponse.Done(200));
    private final List<String> evicted = new ArrayList<>();
    private final Zones zones = new Zones(
            server.context(),
            ControllerFlags.DEFAULT.with(ControllerFlag.LARGE_CLUSTER_SIZE_THRESHOLD, "5"),
            this::evict);

    @ParameterizedTest
    @CsvSource({
        "0, 0, NORMAL",
        "1, 0, NORMAL",
        "0, 1, FULL_DISRUPTION",
        "1, 2, NORMAL",
        "1, 3, PARTIAL_DISRUPTION",
        "3, 3, NORMAL",
        "9, 11, PARTIAL_DISRUPTION",
        "10, 10, NORMAL",
    })
    void a_zone_is_disrupted_from_three_silent_nodes_and_a_fraction_on(int ready, int silent, ZoneState state) {
        assertThat(ZoneState.of(readiness(ready, silent), 0.55)).isEqualTo(state);
    }

    @Test
    void the_zone_of_a_node_is_in_its_labels_of_either_name() {
        assertThat(Zones.of(Nodes.labelled(
                        Map.of("topology.kubernetes.io/region", "r", "topology.kubernetes.io/zone", "z"))))
                .isEqualTo("r/z");
        assertThat(Zones.of(Nodes.labelled(Map.of("failure-domain.beta.kubernetes.io/zone", "old"))))
                .isEqualTo("/old");
        assertThat(Zones.of(Nodes.of())).isEqualTo("/");
    }

    @Test
    void a_healthy_zone_evicts_one_node_at_once_and_then_one_in_ten_seconds() {
        look(ZONE, 5, 1);

        assertThat(evictedAfter(2, 9)).containsExactly("n0");
        assertThat(evictedAfter(0, 2)).containsExactly("n0", "n1");
    }

    @Test
    void a_small_zone_that_is_partly_disrupted_evicts_nothing() {
        look(ZONE, 1, 4);

        assertThat(evictedAfter(2, 1_000)).isEmpty();
    }

    @Test
    void a_large_zone_that_is_partly_disrupted_evicts_at_the_second_rate() {
        look(ZONE, 1, 5);

        assertThat(evictedAfter(3, 99)).containsExactly("n0");
        assertThat(evictedAfter(0, 2)).containsExactly("n0", "n1");
    }

    @Test
    void one_silent_zone_among_others_evicts_at_the_usual_rate() {
        zones.look(of(readiness(0, 3), readiness(3, 0)));

        assertThat(evictedAfter(2, 11)).containsExactly("n0", "n1");
    }

    @Test
    void nothing_is_evicted_while_all_zones_are_silent_and_the_usual_rate_comes_back_with_the_first() {
        zones.look(of(readiness(3, 0), readiness(3, 0)));

        assertThat(zones.look(of(readiness(0, 3), readiness(0, 3)))).isEqualTo(Zones.Disruption.ALL_DISRUPTED);
        assertThat(evictedAfter(1, 100)).isEmpty();
        assertThat(zones.look(of(readiness(0, 3), readiness(0, 3)))).isEqualTo(Zones.Disruption.AS_USUAL);
        assertThat(zones.look(of(readiness(0, 3), readiness(2, 1)))).isEqualTo(Zones.Disruption.RECOVERED);
        assertThat(evictedAfter(0, 1)).containsExactly("n0");
    }

    @Test
    void a_zone_without_nodes_is_forgotten() {
        zones.look(of(readiness(3, 0), readiness(3, 0)));

        assertThat(look(ZONE, 0, 3)).isEqualTo(Zones.Disruption.ALL_DISRUPTED);
        assertThat(look(ZONE, 0, 3))
                .as("the health of the other zone does not count any more")
                .isEqualTo(Zones.Disruption.AS_USUAL);
    }

    private Zones.Disruption look(String zone, int ready, int silent) {
        return zones.look(Map.of(zone, readiness(ready, silent)));
    }

    private static Map<String, List<String>> of(List<String> zone, List<String> other) {
        Map<String, List<String>> readiness = new TreeMap<>();
        readiness.put(ZONE, zone);
        readiness.put(OTHER, other);
        return readiness;
    }

    private static List<String> readiness(int ready, int silent) {
        List<String> all = new ArrayList<>(Collections.nCopies(ready, Conditions.TRUE));
        all.addAll(Collections.nCopies(silent, Conditions.UNKNOWN));
        return all;
    }

    /** Adds so many nodes to the queue of the zone and goes on for so many seconds. */
    private List<String> evictedAfter(int nodes, int seconds) {
        for (int i = 0; i < nodes; i++) {
            zones.queue(ZONE).add("n" + i);
        }
        server.runFor(seconds * VirtualTime.SECOND);
        return evicted;
    }

    private Completion<SyncResult> evict(String node) {
        evicted.add(node);
        return Completion.of(SyncResult.DONE);
    }
}
