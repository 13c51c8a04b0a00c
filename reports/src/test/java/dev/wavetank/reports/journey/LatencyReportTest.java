package dev.wavetank.reports.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.sim.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyReportTest {

    /** A thousand pods that take 1 to 1000 ms to be scheduled, and do nothing else. */
    private static final LatencyReport THOUSAND = LatencyReport.of(scheduledIn(LongStream.rangeClosed(1, 1_000)));

    @Test
    void knows_the_percentiles_of_one_to_a_thousand_milliseconds() {
        StageLatency latency = THOUSAND.stage(Stage.CREATE_TO_SCHEDULE).orElseThrow();

        assertThat(latency.count()).isEqualTo(1_000);
        assertThat(latency.p50()).isCloseTo(500_000, within(500L));
        assertThat(latency.p90()).isCloseTo(900_000, within(900L));
        assertThat(latency.p99()).isCloseTo(990_000, within(990L));
        assertThat(latency.p999()).isCloseTo(999_000, within(999L));
        assertThat(latency.max()).isCloseTo(1_000_000, within(1_000L));
        assertThat(latency.mean()).isCloseTo(500_500, within(501.0));
    }

    @Test
    void a_stage_that_no_pod_went_through_is_absent() {
        assertThat(THOUSAND.stages()).extracting(StageLatency::stage).containsExactly(Stage.CREATE_TO_SCHEDULE);
        assertThat(THOUSAND.stage(Stage.POD_STARTUP)).isEmpty();
        assertThatThrownBy(() -> THOUSAND.atPercentile(Stage.POD_STARTUP, 50)).hasMessage("no samples of pod_startup");
    }

    @Test
    void writes_the_distribution_in_milliseconds() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        THOUSAND.writeDistribution(Stage.CREATE_TO_SCHEDULE, out);

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("Value     Percentile TotalCount 1/(1-Percentile)")
                .containsPattern("#\\[Max +=     1000\\.\\d+, Total count +=         1000\\]");
    }

    @Test
    void percentiles_say_how_many_of_the_wanted_pods_they_leave_out() {
        Journey five = scheduledIn(LongStream.rangeClosed(1, 5));
        PodJourney waiting = new PodJourney("pod/default/web-6", List.of(), Map.of(Point.POD_CREATED, 0L));
        List<PodJourney> pods = new ArrayList<>(five.pods());
        pods.add(waiting);
        // The first has been deleted, two wait or were never seen, and twelve were never created.
        WantedPods wanted = new WantedPods(
                Set.of("pod/default/web-2", "pod/default/web-3", "pod/default/web-6", "pod/default/web-7"), 12, false);

        StageLatency latency = LatencyReport.of(new Journey(pods, List.of()), wanted)
                .stage(Stage.CREATE_TO_SCHEDULE)
                .orElseThrow();

        assertThat(latency.population()).isEqualTo("5 pods; 14 of 16 wanted never got there");
        assertThat(LatencyReport.of(new Journey(pods, List.of()), new WantedPods(wanted.present(), 12, true))
                        .stage(Stage.CREATE_TO_SCHEDULE)
                        .orElseThrow()
                        .population())
                .isEqualTo("5 pods; 14 of 16 wanted had not got there when the run stopped");
        assertThat(THOUSAND.stage(Stage.CREATE_TO_SCHEDULE).orElseThrow().population())
                .isEqualTo("1000 pods");
    }

    private static Journey scheduledIn(LongStream millis) {
        List<PodJourney> pods = millis.mapToObj(each -> new PodJourney(
                        "pod/default/web-" + each,
                        List.of(),
                        Map.of(Point.POD_CREATED, 0L, Point.SCHEDULED, each * VirtualTime.MILLISECOND)))
                .toList();
        return new Journey(pods, List.of());
    }
}
