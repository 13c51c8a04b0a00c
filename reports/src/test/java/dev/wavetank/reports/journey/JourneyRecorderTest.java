package dev.wavetank.reports.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class JourneyRecorderTest {

    private static final String DEPLOYMENT = "deployment/default/web";
    private static final String SET = "replicaset/default/web-1";
    private static final String POD = "pod/default/web-1-a";

    private final JourneyRecorder recorder = new JourneyRecorder();

    @Test
    void a_pod_inherits_the_points_of_its_owners() {
        at(10, new Milestone(Point.REQUEST_RECEIVED, DEPLOYMENT, null));
        at(20, new Milestone(Point.REPLICA_SET_STORED, SET, DEPLOYMENT));
        at(30, new Milestone(Point.POD_CREATED, POD, SET));
        at(90, new Milestone(Point.SEEN_READY, POD, SET));

        PodJourney pod = recorder.journey().pods().get(0);

        assertThat(pod.owners()).containsExactly(DEPLOYMENT, SET);
        assertThat(pod.points())
                .containsExactly(
                        Map.entry(Point.REQUEST_RECEIVED, 10L),
                        Map.entry(Point.REPLICA_SET_STORED, 20L),
                        Map.entry(Point.POD_CREATED, 30L),
                        Map.entry(Point.SEEN_READY, 90L));
        assertThat(pod.duration(Stage.POD_STARTUP)).hasValue(60);
        assertThat(pod.duration(Stage.COMMAND_TO_READY)).hasValue(80);
    }

    @Test
    void the_first_arrival_at_a_point_counts() {
        at(30, new Milestone(Point.POD_CREATED, POD, null));
        at(40, new Milestone(Point.SCHEDULED, POD, null));
        at(55, new Milestone(Point.SCHEDULED, POD, null));

        assertThat(recorder.journey().pods().get(0).duration(Stage.CREATE_TO_SCHEDULE))
                .hasValue(10);
    }

    @Test
    void the_topmost_owner_decides_when_the_command_came() {
        at(10, new Milestone(Point.REQUEST_RECEIVED, DEPLOYMENT, null));
        at(20, new Milestone(Point.REQUEST_RECEIVED, POD, DEPLOYMENT));
        at(30, new Milestone(Point.POD_CREATED, POD, DEPLOYMENT));

        assertThat(recorder.journey().pods().get(0).at(Point.REQUEST_RECEIVED)).hasValue(10);
    }

    @Test
    void a_pod_is_measured_from_the_last_command_before_it_was_made() {
        at(10, new Milestone(Point.REQUEST_RECEIVED, DEPLOYMENT, null));
        at(500, new Milestone(Point.REQUEST_RECEIVED, DEPLOYMENT, null));
        at(530, new Milestone(Point.POD_CREATED, POD, DEPLOYMENT));
        at(900, new Milestone(Point.REQUEST_RECEIVED, DEPLOYMENT, null));

        assertThat(recorder.journey().pods().get(0).at(Point.REQUEST_RECEIVED)).hasValue(500);
    }

    @Test
    void what_the_store_did_counts_from_when_it_did_it() {
        at(50, new Milestone(Point.POD_CREATED, POD, null, 20));

        assertThat(recorder.journey().pods().get(0).at(Point.POD_CREATED)).hasValue(30);
    }

    @Test
    void a_pod_that_was_never_stored_has_no_journey() {
        at(10, new Milestone(Point.REQUEST_RECEIVED, POD, null));
        assertThat(recorder.journey().pods()).isEmpty();

        at(20, new Milestone(Point.STORED, POD, null));
        assertThat(recorder.journey().pods()).hasSize(1);
    }

    @Test
    void owners_in_a_circle_are_followed_once() {
        at(10, new Milestone(Point.POD_CREATED, POD, SET));
        at(20, new Milestone(Point.OBSERVED, SET, POD));

        assertThat(recorder.journey().pods().get(0).owners()).containsExactly(SET);
    }

    @Test
    void a_missing_point_leaves_a_gap_without_a_stage() {
        at(10, new Milestone(Point.POD_CREATED, POD, null));
        at(50, new Milestone(Point.BOUND, POD, null));
        at(70, new Milestone(Point.SEEN_BY_KUBELET, POD, null));

        PodJourney pod = recorder.journey().pods().get(0);

        assertThat(pod.duration(Stage.CREATE_TO_SCHEDULE)).isEmpty();
        assertThat(pod.segments())
                .extracting(segment -> segment.stage().orElse(null))
                .containsExactly(null, Stage.BIND_TO_KUBELET);
        assertThat(pod.isReady()).isFalse();
        assertThat(pod.lastPoint()).isEqualTo(Point.SEEN_BY_KUBELET);
    }

    @Test
    void a_stage_that_ends_before_it_begins_has_no_duration() {
        at(10, new Milestone(Point.SCHEDULED, POD, null));
        at(20, new Milestone(Point.POD_CREATED, POD, null));

        assertThat(recorder.journey().pods().get(0).duration(Stage.CREATE_TO_SCHEDULE))
                .isEmpty();
    }

    @Test
    void equal_faults_that_overlap_heal_in_the_order_in_which_they_began() {
        at(10, new FaultTrace.Opened(new ComponentFault.Crash("scheduler")));
        at(20, new FaultTrace.Opened(new ComponentFault.Crash("kubelet-1")));
        at(30, new FaultTrace.Opened(new ComponentFault.Crash("scheduler")));
        at(40, new FaultTrace.Closed(new ComponentFault.Crash("scheduler")));

        assertThat(recorder.journey().faults())
                .containsExactly(
                        new FaultSpan("componentCrash", "scheduler", 10, OptionalLong.of(40)),
                        new FaultSpan("componentCrash", "kubelet-1", 20, OptionalLong.empty()),
                        new FaultSpan("componentCrash", "scheduler", 30, OptionalLong.empty()));
    }

    @Test
    void a_journey_does_not_change_when_the_run_goes_on() {
        at(10, new Milestone(Point.POD_CREATED, POD, null));
        Journey early = recorder.journey();
        at(20, new Milestone(Point.SCHEDULED, POD, null));

        assertThat(early.pods().get(0).points()).containsOnlyKeys(Point.POD_CREATED);
    }

    @Test
    void a_pod_that_came_to_no_point_is_refused() {
        assertThatThrownBy(() -> new PodJourney(POD, List.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pod/default/web-1-a came to no point, so it has no journey");
    }

    @Test
    void the_steps_laid_end_to_end_are_the_whole_way() {
        List<Stage> steps = Stage.steps();

        assertThat(steps).hasSize(Point.values().length - 1);
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i).from()).isEqualTo(Point.values()[i]);
            assertThat(steps.get(i).to()).isEqualTo(Point.values()[i + 1]);
        }
    }

    @Test
    @Timeout(20)
    void the_time_for_faults_is_proportional_to_their_number() {
        int many = 200_000;
        for (int i = 0; i < many; i++) {
            at(2 * i, new FaultTrace.Opened(new ComponentFault.Crash("scheduler")));
            at(2 * i + 1, new FaultTrace.Closed(new ComponentFault.Crash("scheduler")));
        }

        assertThat(recorder.journey().faults())
                .hasSize(many)
                .allMatch(span -> span.closed().isPresent());
    }

    private void at(long time, TraceRecord record) {
        recorder.accept(new TraceEntry(1, time, "test", 0, record));
    }
}
