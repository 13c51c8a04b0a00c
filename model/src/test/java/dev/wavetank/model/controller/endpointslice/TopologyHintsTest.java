package dev.wavetank.model.controller.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which zone is told to use which endpoints. */
class TopologyHintsTest {

    private static final ZoneShares HALVES = ZoneShares.of(List.of(node("1", "a", "4"), node("2", "b", "4")));

    private static Node node(String name, String zone, String cpu) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ZoneShares.ZONE, zone);
        Map<String, String> allocatable = new LinkedHashMap<>();
        allocatable.put("cpu", cpu);
        Node.Condition ready = new Node.Condition("Ready", "True", null, null, null, null);
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named("", name).withLabels(labels))
                .status(new Node.Status(null, allocatable, List.of(ready), null))
                .build();
    }

    private static EndpointSlice slice(String... zones) {
        List<EndpointSlice.Endpoint> endpoints = new ArrayList<>();
        for (String zone : zones) {
            endpoints.add(EndpointSliceEndpointBuilder.builder()
                    .addresses(List.of("10.0.0." + endpoints.size()))
                    .conditions(new EndpointSlice.Conditions(true, true, false))
                    .zone(zone)
                    .build());
        }
        return new EndpointSlice(ObjectMeta.named("default", "web-1"), "IPv4", endpoints, null, null);
    }

    private static SliceChanges written(EndpointSlice slice) {
        return new SliceChanges(List.of(), List.of(slice), List.of(), List.of());
    }

    private static Map<String, Integer> hints(SliceChanges changes) {
        Map<String, Integer> counts = new TreeMap<>();
        changes.update()
                .forEach(slice -> slice.endpoints().stream()
                        .filter(endpoint -> endpoint.hints() != null)
                        .forEach(endpoint ->
                                counts.merge(endpoint.hints().forZones().get(0).name(), 1, Integer::sum)));
        return counts;
    }

    @Test
    void every_zone_gets_endpoints_by_its_share_of_cpu() {
        TopologyHints.Outcome even = TopologyHints.allot(written(slice("a", "a", "b", "b")), HALVES);
        assertThat(even.problem()).isNull();
        assertThat(hints(even.changes())).hasToString("{a=2, b=2}");

        TopologyHints.Outcome moved = TopologyHints.allot(written(slice("a", "a", "a", "a")), HALVES);
        assertThat(hints(moved.changes())).hasToString("{a=2, b=2}");
        assertThat(moved.byZone()).hasToString("{a=2, b=2}");

        ZoneShares thirds = ZoneShares.of(List.of(node("1", "a", "2"), node("2", "b", "4")));
        assertThat(hints(TopologyHints.allot(written(slice("a", "b", "a", "b", "a", "b")), thirds)
                        .changes()))
                .hasToString("{a=2, b=4}");
    }

    @Test
    void without_enough_endpoints_or_zones_there_are_no_hints() {
        assertThat(TopologyHints.allot(written(slice("a")), HALVES).problem())
                .isEqualTo("Insufficient number of endpoints (1 endpoints, 2 zones)");
        assertThat(TopologyHints.allot(written(slice("a", "b", "a")), HALVES).problem())
                .isEqualTo("Unable to allocate minimum required endpoints to each zone without exceeding overload"
                        + " threshold (3 endpoints, 2 zones)");
        ZoneShares one = ZoneShares.of(List.of(node("1", "a", "4")));
        assertThat(TopologyHints.allot(written(slice("a", "a")), one).problem())
                .startsWith("Insufficient Node information");
        assertThat(TopologyHints.allot(written(slice("a", null)), HALVES).problem())
                .isEqualTo("One or more endpoints do not have a zone specified");
    }

    @Test
    void a_slice_whose_hints_still_fit_is_not_written() {
        EndpointSlice hinted = TopologyHints.allot(written(slice("a", "a", "b", "b")), HALVES)
                .changes()
                .update()
                .get(0);
        SliceChanges quiet = new SliceChanges(List.of(), List.of(), List.of(), List.of(hinted));

        assertThat(TopologyHints.allot(quiet, HALVES).changes()).isEqualTo(quiet);
        assertThat(TopologyHints.none(quiet).update())
                .singleElement()
                .satisfies(slice -> assertThat(slice.endpoints()).allMatch(endpoint -> endpoint.hints() == null));
    }
}
