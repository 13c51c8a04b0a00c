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
    void draws_the_slowest_pods_the_slowest_first() {
        List<PodJourney> pods = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            pods.add(ready("pod-" + i, i * SECOND, (1 + i) * SECOND));
        }

        Waterfall.Workload workload = layout(pods, List.of()).workloads().get(0);

        assertThat(workload.name()).isEqualTo("pods without an owner");
        assertThat(workload.count()).isEqualTo("300 pods, 200 drawn");
        assertThat(workload.rows()).hasSize(200);
        assertThat(workload.rows().get(0).name()).isEqualTo("default/pod-299");
        assertThat(workload.rows().get(199).name()).isEqualTo("default/pod-100");
    }

    @Test
    void only_a_single_workload_of_few_pods_is_open_at_first() {
        List<PodJourney> pods = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            pods.add(ready("pod-" + i, 0, SECOND));
        }
        PodJourney more = ready("pod-30", 0, SECOND);
        PodJourney other = owned("other", SECOND, "deployment/default/web");

        assertThat(layout(pods, List.of()).opens()).isTrue();
        assertThat(layout(List.of(pods.get(0), other), List.of()).opens()).isFalse();
        pods.add(more);
        assertThat(layout(pods, List.of()).opens()).isFalse();
    }

    @Test
    void the_end_of_a_name_is_kept_when_there_is_no_room() {
        assertNameInParts("web-5548685c75-gxsvm", "default/web-5548685c75", "-gxsvm");
        assertNameInParts("web-0", "default/web", "-0");
        assertNameInParts("lonely", "default/lonely", "");
        assertNameInParts("a-averyverylongone", "default/a-aver", "yverylongone");
    }

    private static void assertNameInParts(String name, String begin, String rest) {
        Waterfall.Row row = layout(List.of(ready(name, 0, SECOND)), List.of())
                .workloads()
                .get(0)
                .rows()
                .get(0);
        assertThat(row.begin()).isEqualTo(begin);
        assertThat(row.rest()).isEqualTo(rest);
    }

    @Test
    void pods_are_gathered_by_what_they_were_made_for_the_slowest_first() {
        List<PodJourney> pods = List.of(
                owned("a", SECOND, "deployment/default/web", "replicaset/default/web-1"),
                owned("b", 3 * SECOND, "deployment/default/db", "replicaset/default/db-1"),
                owned("c", 2 * SECOND, "deployment/default/web", "replicaset/default/web-2"));

        List<Waterfall.Workload> workloads = layout(pods, List.of()).workloads();

        assertThat(workloads)
                .extracting(Waterfall.Workload::name)
                .containsExactly("deployment/default/db", "deployment/default/web");
        assertThat(workloads.get(1).rows()).extracting(Waterfall.Row::name).containsExactly("default/c", "default/a");
        assertThat(workloads.get(1).total()).isEqualTo("2.00s");
        assertThat(workloads.get(1).bars())
                .isEqualTo(workloads.get(1).rows().get(0).bars());
        assertThat(workloads.get(1).summary())
                .isEqualTo("deployment/default/web, 2 pods; the slowest is default/c, created at 0, ready 2.00s after"
                        + " its creation");
    }

    @Test
    void a_pod_has_the_story_that_was_kept_or_else_its_steps() {
        PodJourney told = ready("told", 0, SECOND);
        PodJourney untold = ready("untold", 0, SECOND);

        List<Waterfall.Row> rows = WaterfallLayout.of(
                        new Journey(List.of(told, untold), List.of()),
                        60 * SECOND,
                        List.of(),
                        Map.of(told.pod(), List.of("once upon a time")))
                .workloads()
                .get(0)
                .rows();

        assertThat(rows.get(0).story()).containsExactly("once upon a time");
        assertThat(rows.get(1).story()).containsExactly("Between pod created and seen ready: 1.00s (0 to 1.00s)");
    }

    private static PodJourney owned(String name, long duration, String... owners) {
        return new PodJourney(
                "pod/default/" + name, List.of(owners), Map.of(Point.POD_CREATED, 0L, Point.SEEN_READY, duration));
    }

    @Test
    void a_pod_that_never_became_ready_is_among_the_slowest() {
        List<PodJourney> pods = new ArrayList<>();
        pods.add(new PodJourney("pod/default/stuck", List.of(), Map.of(Point.POD_CREATED, 0L, Point.BOUND, 1L)));
        for (int i = 0; i < 250; i++) {
            pods.add(ready("pod-" + i, SECOND, 10 * SECOND));
        }

        Waterfall.Row row = layout(pods, List.of()).workloads().get(0).rows().get(0);

        assertThat(row.name()).isEqualTo("default/stuck");
        assertThat(row.total()).isEqualTo("not ready");
        assertThat(row.summary()).isEqualTo("created at 0, not ready, last point bound at 0");
    }

    @Test
    void the_last_point_lies_a_little_before_the_right_edge() {
        Waterfall waterfall = layout(List.of(ready("web", SECOND, 10 * SECOND)), List.of());

        assertThat(waterfall.workloads().get(0).rows().get(0).end()).isEqualTo("98.039%");
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

        List<Waterfall.Bar> bars =
                layout(List.of(pod), List.of()).workloads().get(0).rows().get(0).bars();

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
        return WaterfallLayout.of(new Journey(pods, faults), 60 * SECOND, List.of(), Map.of());
    }

    private static PodJourney ready(String name, long created, long duration) {
        return new PodJourney(
                "pod/default/" + name,
                List.of(),
                Map.of(Point.POD_CREATED, created, Point.SEEN_READY, created + duration));
    }
}
