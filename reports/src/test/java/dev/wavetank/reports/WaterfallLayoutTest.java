package dev.wavetank.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WaterfallLayoutTest {

    private static final long SECOND = VirtualTime.SECOND;

    @Test
    void draws_the_slowest_pods_in_order_of_their_creation() {
        List<PodJourney> pods = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            pods.add(ready("pod-" + i, i * SECOND, (1 + i) * SECOND));
        }

        List<Waterfall.Row> rows = layout(pods, List.of()).rows();

        assertThat(rows).hasSize(200);
        assertThat(rows.get(0).name()).isEqualTo("default/pod-100");
        assertThat(rows.get(199).name()).isEqualTo("default/pod-299");
    }

    @Test
    void a_pod_that_never_became_ready_is_among_the_slowest() {
        List<PodJourney> pods = new ArrayList<>();
        pods.add(new PodJourney("pod/default/stuck", List.of(), Map.of(Point.POD_CREATED, 0L, Point.BOUND, 1L)));
        for (int i = 0; i < 250; i++) {
            pods.add(ready("pod-" + i, SECOND, 10 * SECOND));
        }

        Waterfall.Row row = layout(pods, List.of()).rows().get(0);

        assertThat(row.name()).isEqualTo("default/stuck");
        assertThat(row.total()).isEqualTo("not ready");
        assertThat(row.summary()).isEqualTo("created at 0, not ready, last point bound at 0");
    }

    @Test
    void the_last_point_lies_a_little_before_the_right_edge() {
        Waterfall waterfall = layout(List.of(ready("web", SECOND, 10 * SECOND)), List.of());

        assertThat(waterfall.rows().get(0).end()).isEqualTo("98.039%");
        assertThat(waterfall.ticks()).extracting(Waterfall.Tick::label).containsExactly("2s", "4s", "6s", "8s", "10s");
    }

    @Test
    void faults_are_cut_to_the_time_that_is_drawn() {
        List<FaultSpan> faults = List.of(
                new FaultSpan("crash", "etcd", 0, OptionalLong.of(6 * SECOND)),
                new FaultSpan("crash", "scheduler", 2 * SECOND, OptionalLong.empty()),
                new FaultSpan("crash", "kubelet", 30 * SECOND, OptionalLong.of(40 * SECOND)));

        Waterfall waterfall = layout(List.of(ready("web", SECOND, 10 * SECOND)), faults);

        assertThat(waterfall.bands()).extracting(Waterfall.Band::x).startsWith("0.000%", "9.804%");
        assertThat(waterfall.bands()).extracting(Waterfall.Band::width).startsWith("49.020%", "90.196%");
        assertThat(waterfall.bands()).extracting(Waterfall.Band::visible).containsExactly(true, true, false);
        assertThat(waterfall.bands().get(1).when()).isEqualTo("2.00s to the end");
        assertThat(waterfall.notes()).containsExactly("1 fault lies outside the time that is drawn.");
    }

    @Test
    void what_lies_before_the_creation_of_the_pod_is_told_apart() {
        PodJourney pod = new PodJourney(
                "pod/default/web",
                List.of(),
                Map.of(Point.REPLICA_SET_OBSERVED, 0L, Point.POD_CREATED, SECOND, Point.BOUND, 3 * SECOND));

        List<Waterfall.Bar> bars = layout(List.of(pod), List.of()).rows().get(0).bars();

        assertThat(bars).extracting(Waterfall.Bar::early).containsExactly(true, false);
        assertThat(bars).extracting(Waterfall.Bar::style).containsExactly("observe_to_create", "gap");
        assertThat(bars.get(1).title()).isEqualTo("Between pod created and bound: 2.00s (1.00s to 3.00s)");
    }

    @Test
    void the_axis_has_a_readable_number_of_ticks_for_any_span() {
        for (long length = 1; length < 400 * 24 * VirtualTime.HOUR; length *= 3) {
            List<Waterfall.Tick> ticks =
                    layout(List.of(ready("web", 0, length)), List.of()).ticks();
            assertThat(ticks).as("ticks over %s", VirtualTime.span(length)).hasSizeBetween(1, 9);
        }
    }

    private static Waterfall layout(List<PodJourney> pods, List<FaultSpan> faults) {
        return WaterfallLayout.of(new Journey(pods, faults), 60 * SECOND, List.of());
    }

    private static PodJourney ready(String name, long created, long duration) {
        return new PodJourney(
                "pod/default/" + name,
                List.of(),
                Map.of(Point.POD_CREATED, created, Point.SEEN_READY, created + duration));
    }
}
