package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.controller.nodelifecycle.Zones.Disruption;
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
 * What the state of the zones means for evictions ({@code handleDisruption} and {@code setLimiterInZone} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32): by default one node in 10 s, in a large zone with
 * a partial disruption one in 100 s, and in a small one none.
 */
class ZonesTest {

    private static final long SECOND = VirtualTime.SECOND;

    private final FakeServer world = new FakeServer(request -> {
        throw new AssertionError("no requests: " + request);
    });
    private final List<String> evicted = new ArrayList<>();
    private final List<Disruption> outcomes = new ArrayList<>();
    private final Zones zones = new Zones(world.context(), ControllerFlags.DEFAULT, ZoneHealth.STANDARD, node -> {
        evicted.add(node + " " + world.context().now() / SECOND + " s");
        return Completion.of(SyncResult.DONE);
    });

    private void at(long seconds, Runnable action) {
        world.context().after(seconds * SECOND, action::run);
    }

    /** Checks the zones: each a name, the number of ready nodes, and the number of the others. */
    private void look(Object... zonesReadyAndNot) {
        Map<String, List<String>> readiness = new TreeMap<>();
        for (int i = 0; i < zonesReadyAndNot.length; i += 3) {
            List<String> nodes = new ArrayList<>(Collections.nCopies((int) zonesReadyAndNot[i + 1], "True"));
            nodes.addAll(Collections.nCopies((int) zonesReadyAndNot[i + 2], "Unknown"));
            readiness.put((String) zonesReadyAndNot[i], nodes);
        }
        outcomes.add(zones.look(readiness));
    }

    private void addTo(String zone, String... nodes) {
        List.of(nodes).forEach(zones.queue(zone)::add);
    }

    @ParameterizedTest
    @CsvSource({
        "'', /",
        "'topology.kubernetes.io/region: r, topology.kubernetes.io/zone: z', r/z",
        "'failure-domain.beta.kubernetes.io/region: r, failure-domain.beta.kubernetes.io/zone: z', r/z",
        "'topology.kubernetes.io/zone: z', /z",
        "'topology.kubernetes.io/region: r', r/",
    })
    void the_zone_of_a_node_is_its_region_and_zone_by_labels(String labels, String zone) {
        assertThat(Zones.of(Manifests.node("metadata: {name: n1, labels: {" + labels + "}}")))
                .isEqualTo(zone);
    }

    @Test
    void each_zone_has_a_queue_of_its_own() {
        at(0, () -> {
            addTo("a", "a1", "a2");
            addTo("b", "b1");
        });
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("a1 0 s", "b1 0 s", "a2 10 s");
    }

    @Test
    void a_fully_disrupted_zone_among_others_has_the_usual_rate() {
        at(0, () -> {
            look("a", 0, 3, "b", 1, 0);
            addTo("a", "a1", "a2");
        });
        world.runFor(60 * SECOND);

        assertThat(outcomes).containsExactly(Disruption.AS_USUAL);
        assertThat(evicted).containsExactly("a1 0 s", "a2 10 s");
    }

    @Test
    void a_small_zone_with_a_partial_disruption_evicts_no_node() {
        at(0, () -> {
            look("a", 20, 30, "b", 1, 0);
            addTo("a", "a1");
            addTo("b", "b1");
        });
        world.runFor(60 * SECOND);

        assertThat(evicted).containsExactly("b1 0 s");
    }

    @Test
    void a_large_zone_with_a_partial_disruption_evicts_slowly() {
        at(0, () -> {
            look("a", 20, 31);
            addTo("a", "a1", "a2");
        });
        world.runFor(200 * SECOND);

        assertThat(evicted).containsExactly("a1 0 s", "a2 100 s");
    }

    @Test
    void a_zone_that_is_normal_again_has_the_usual_rate_again() {
        at(0, () -> {
            look("a", 1, 3);
            addTo("a", "a1", "a2");
        });
        at(30, () -> look("a", 2, 2));
        world.runFor(200 * SECOND);

        assertThat(outcomes).containsExactly(Disruption.AS_USUAL, Disruption.AS_USUAL);
        assertThat(evicted).containsExactly("a1 40 s", "a2 50 s");
    }

    @Test
    void a_zone_whose_state_stays_keeps_its_rate() {
        at(0, () -> {
            look("a", 20, 31);
            addTo("a", "a1", "a2");
        });
        // The zone is small now, and disrupted as before.
        at(10, () -> look("a", 10, 31));
        world.runFor(200 * SECOND);

        assertThat(evicted).containsExactly("a1 0 s", "a2 100 s");
    }

    @Test
    void when_no_node_of_any_zone_is_ready_evictions_stop_until_one_is() {
        at(0, () -> look("a", 1, 0, "b", 1, 0));
        at(10, () -> {
            look("a", 0, 1, "b", 0, 2);
            addTo("a", "a1");
            addTo("b", "b1");
        });
        at(15, () -> look("a", 0, 1, "b", 0, 2));
        at(100, () -> look("a", 1, 0, "b", 0, 2));
        at(105, () -> look("a", 1, 0, "b", 0, 2));
        world.runFor(200 * SECOND);

        assertThat(outcomes)
                .containsExactly(
                        Disruption.AS_USUAL,
                        Disruption.ALL_DISRUPTED,
                        Disruption.AS_USUAL,
                        Disruption.RECOVERED,
                        Disruption.AS_USUAL);
        assertThat(evicted).containsExactly("a1 110 s", "b1 110 s");
    }

    @Test
    void a_controller_that_starts_in_a_full_disruption_stops_evictions_at_once() {
        at(0, () -> {
            look("a", 0, 1);
            addTo("a", "a1");
        });
        world.runFor(60 * SECOND);

        assertThat(outcomes).containsExactly(Disruption.ALL_DISRUPTED);
        assertThat(evicted).isEmpty();
    }

    @Test
    void a_new_zone_with_a_ready_node_ends_a_full_disruption() {
        at(0, () -> look("a", 0, 1));
        at(5, () -> look("a", 0, 1, "b", 1, 0));
        world.runFor(60 * SECOND);

        // The new zone was in its initial state, so not all zones were disrupted.
        assertThat(outcomes).containsExactly(Disruption.ALL_DISRUPTED, Disruption.AS_USUAL);
    }

    @Test
    void the_last_zone_without_its_nodes_is_no_disruption() {
        at(0, () -> look("a", 0, 1));
        at(5, () -> look());
        at(10, () -> look("a", 1, 0));
        world.runFor(60 * SECOND);

        assertThat(outcomes).containsExactly(Disruption.ALL_DISRUPTED, Disruption.AS_USUAL, Disruption.AS_USUAL);
    }
}
