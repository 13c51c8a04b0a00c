package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rollout;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The counts and the conditions of a Deployment: {@code calculateStatus} of {@code pkg/controller/deployment/sync.go},
 * {@code syncRolloutStatus} of {@code progress.go} and {@code util/deployment_util.go}, Kubernetes 1.20; cases of {@code
 * TestDeploymentComplete}, {@code TestDeploymentProgressing}, {@code TestDeploymentTimedOut} and {@code
 * TestSyncRolloutStatus}.
 */
class StatusCalculationTest {

    private static final Instant NOW = Timestamps.EPOCH.plusSeconds(1000);
    private static final Instant THEN = Timestamps.EPOCH.plusSeconds(900);
    private static final Deployment TEN = rolling(10, 2, 3);

    private static Deployment.Status status(int replicas, int updated, int ready, int available) {
        return DeploymentStatusBuilder.builder()
                .observedGeneration(1L)
                .replicas(replicas)
                .updatedReplicas(updated)
                .readyReplicas(ready)
                .availableReplicas(available)
                .build();
    }

    private static Deployment.Condition progressing(String status, String reason, Instant time) {
        return StatusCalculation.condition(StatusCalculation.PROGRESSING, status, reason, "", time);
    }

    /** The condition Progressing after a sync that found one status and calculated another. */
    private static Deployment.Condition progress(
            Deployment.Status before, Deployment.Condition condition, Deployment.Status after, Instant now) {
        Deployment deployment = TEN.withStatus(StatusCalculation.with(before, condition));
        Deployment.Status calculated = StatusCalculation.with(after, condition);
        Deployment.Status status = StatusCalculation.withProgress(
                deployment, calculated, rollout(List.of(set("old", 5, 5)), set("new", 5, 5)), now);
        return StatusCalculation.condition(status, StatusCalculation.PROGRESSING)
                .orElseThrow();
    }

    private static String available(int available) {
        Deployment.Status status = StatusCalculation.calculate(TEN, rollout(List.of(), set("new", 10, available)), NOW);
        return StatusCalculation.condition(status, StatusCalculation.AVAILABLE)
                .map(condition -> condition.status() + " " + condition.reason())
                .orElse("none");
    }

    @Test
    void counts_are_those_of_all_replica_sets_and_updated_ones_of_the_new_one() {
        ReplicaSet newSet = set("new", 4, 0)
                .withStatus(set("new", 3, 0).status().withReadyReplicas(2).withAvailableReplicas(1));
        Rollout rollout = rollout(List.of(set("old", 7, 6), set("young", 1, 0).withStatus(null)), newSet);
        Deployment.Status status =
                StatusCalculation.calculate(TEN.withMetadata(TEN.metadata().withGeneration(5L)), rollout, NOW);
        assertThat(status.observedGeneration()).isEqualTo(5L);
        assertThat(status.replicas()).isEqualTo(10);
        assertThat(status.updatedReplicas()).isEqualTo(3);
        assertThat(status.readyReplicas()).isEqualTo(8);
        assertThat(status.availableReplicas()).isEqualTo(7);
        assertThat(status.unavailableReplicas()).as("by the sizes in the specs").isEqualTo(5);
    }

    @Test
    void counts_of_zero_are_absent_and_unavailable_pods_are_never_negative() {
        Deployment.Status status =
                StatusCalculation.calculate(TEN, rollout(List.of(set("old", 2, 3)), set("new", 0, 0)), NOW);
        assertThat(status.unavailableReplicas()).isNull();
        assertThat(status.updatedReplicas()).isNull();
    }

    @Test
    void a_deployment_is_available_when_no_more_than_max_unavailable_are_missing() {
        assertThat(available(8)).isEqualTo("True MinimumReplicasAvailable");
        assertThat(available(7)).isEqualTo("False MinimumReplicasUnavailable");
    }

    @Test
    void a_condition_keeps_its_transition_time_while_its_status_stays() {
        Deployment.Status before = StatusCalculation.with(status(1, 1, 1, 1), progressing("True", "A", THEN));
        Deployment.Status sameReason = StatusCalculation.with(before, progressing("True", "A", NOW));
        Deployment.Status otherReason = StatusCalculation.with(before, progressing("True", "B", NOW));
        Deployment.Status otherStatus = StatusCalculation.with(before, progressing("False", "A", NOW));
        assertThat(sameReason).isSameAs(before);
        assertThat(otherReason.conditions())
                .containsExactly(progressing("True", "B", NOW).withLastTransitionTime(THEN));
        assertThat(otherStatus.conditions()).containsExactly(progressing("False", "A", NOW));
    }

    @Test
    void a_roll_out_is_complete_when_every_count_is_the_wanted_one_and_the_spec_is_observed() {
        assertThat(StatusCalculation.isComplete(TEN, status(10, 10, 10, 10))).isTrue();
        assertThat(StatusCalculation.isComplete(TEN, status(11, 10, 10, 10))).isFalse();
        assertThat(StatusCalculation.isComplete(TEN, status(10, 9, 10, 10))).isFalse();
        assertThat(StatusCalculation.isComplete(TEN, status(10, 10, 10, 9))).isFalse();
        assertThat(StatusCalculation.isComplete(
                        TEN.withMetadata(TEN.metadata().withGeneration(2L)), status(10, 10, 10, 10)))
                .isFalse();
        assertThat(StatusCalculation.isComplete(TEN, status(10, 10, 10, 10).withObservedGeneration(null)))
                .isFalse();
    }

    @Test
    void every_kind_of_progress_restarts_the_deadline() {
        Deployment.Condition before = progressing("True", "ReplicaSetUpdated", THEN);
        Deployment.Status start = status(10, 5, 5, 5);
        for (Deployment.Status after : List.of(
                status(11, 6, 5, 5), // more new pods
                status(9, 5, 5, 5), // fewer old pods
                status(10, 5, 6, 5),
                status(10, 5, 5, 6))) {
            Deployment.Condition progress = progress(start, before, after, NOW);
            assertThat(progress.lastUpdateTime()).isEqualTo(NOW);
            assertThat(progress.lastTransitionTime()).isEqualTo(THEN);
            assertThat(progress.message()).isEqualTo("ReplicaSet \"new\" is progressing.");
        }
        for (Deployment.Status after : List.of(start, status(11, 5, 5, 5), status(10, 5, 4, 4))) {
            assertThat(progress(start, before, after, NOW)).isEqualTo(before);
        }
    }

    @Test
    void progress_after_a_time_out_is_a_transition() {
        Deployment.Condition progress = progress(
                status(10, 5, 5, 5), progressing("False", StatusCalculation.TIMED_OUT, THEN), status(10, 6, 5, 5), NOW);
        assertThat(progress)
                .isEqualTo(new Deployment.Condition(
                        "Progressing", "True", NOW, NOW, "ReplicaSetUpdated", "ReplicaSet \"new\" is progressing."));
    }

    @Test
    void a_roll_out_times_out_when_the_deadline_is_over_and_not_before() {
        Deployment.Condition before = progressing("True", "ReplicaSetUpdated", THEN);
        Deployment.Status same = status(10, 5, 5, 5);
        assertThat(progress(same, before, same, THEN.plusSeconds(600))).isEqualTo(before);
        Deployment.Condition older = before.withLastTransitionTime(Timestamps.EPOCH);
        assertThat(progress(same, older, same, THEN.plusSeconds(600)))
                .as("the last update counts")
                .isEqualTo(older);
        Deployment.Condition late = progress(same, before, same, THEN.plusSeconds(601));
        assertThat(late.status()).isEqualTo("False");
        assertThat(late.reason()).isEqualTo("ProgressDeadlineExceeded");
        assertThat(late.message()).isEqualTo("ReplicaSet \"new\" has timed out progressing.");
        assertThat(progress(same, late, same, THEN.plusSeconds(602))).isEqualTo(late);
    }

    @Test
    void a_roll_out_that_was_complete_never_times_out() {
        Deployment.Condition complete = progressing("True", StatusCalculation.NEW_SET_AVAILABLE, THEN);
        Deployment.Status scaling = status(12, 10, 5, 5);
        assertThat(progress(scaling, complete, scaling, THEN.plusSeconds(9999))).isEqualTo(complete);
        assertThat(progress(status(10, 10, 9, 9), complete, status(10, 10, 10, 10), NOW))
                .as("pods that come and go after completion are no progress")
                .isEqualTo(complete);
    }

    @Test
    void a_new_template_after_completion_progresses_again() {
        Deployment.Condition complete = progressing("True", StatusCalculation.NEW_SET_AVAILABLE, THEN);
        assertThat(progress(status(13, 3, 10, 10), complete, status(13, 4, 10, 10), NOW)
                        .reason())
                .isEqualTo("ReplicaSetUpdated");
    }

    @Test
    void a_complete_roll_out_has_a_reason_of_its_own() {
        Deployment.Condition done = progress(
                status(10, 9, 9, 9), progressing("True", "ReplicaSetUpdated", THEN), status(10, 10, 10, 10), NOW);
        assertThat(done.reason()).isEqualTo("NewReplicaSetAvailable");
        assertThat(done.message()).isEqualTo("ReplicaSet \"new\" has successfully progressed.");
        assertThat(done.lastTransitionTime()).isEqualTo(THEN);
    }

    @Test
    void without_a_deadline_there_is_no_condition_progressing() {
        for (Integer seconds : new Integer[] {null, Integer.MAX_VALUE}) {
            Deployment.Status before =
                    StatusCalculation.with(status(1, 1, 1, 1), progressing("True", "ReplicaSetUpdated", THEN));
            Deployment endless = TEN.withSpec(TEN.spec().withProgressDeadlineSeconds(seconds))
                    .withStatus(before);
            assertThat(StatusCalculation.withProgress(endless, before, new Rollout(List.of(), Optional.empty()), NOW)
                            .conditions())
                    .isEmpty();
        }
    }

    @Test
    void without_a_new_replica_set_the_message_names_the_deployment() {
        Deployment.Status status = StatusCalculation.withProgress(
                TEN, status(1, 0, 1, 1), new Rollout(List.of(set("old", 1, 1)), Optional.empty()), NOW);
        assertThat(status.conditions())
                .extracting(Deployment.Condition::message)
                .containsExactly("Deployment \"web\" is progressing.");
    }

    @Test
    void a_failure_of_the_new_replica_set_comes_before_one_of_an_old_one_and_goes_with_it() {
        ReplicaSet oldFails = failing(set("old", 1, 1), "FailedDelete");
        ReplicaSet newFails = failing(set("new", 1, 1), "FailedCreate");
        assertThat(failures(TEN, rollout(List.of(oldFails), newFails))).containsExactly("FailedCreate");
        assertThat(failures(TEN, rollout(List.of(set("first", 1, 1), oldFails), set("new", 1, 1))))
                .containsExactly("FailedDelete");
        Deployment failed = TEN.withStatus(StatusCalculation.with(
                status(1, 1, 1, 1),
                StatusCalculation.condition(StatusCalculation.REPLICA_FAILURE, "True", "FailedCreate", "", THEN)));
        assertThat(failures(failed, rollout(List.of(), set("new", 1, 1)))).isEmpty();
    }

    private static ReplicaSet failing(ReplicaSet set, String reason) {
        return set.withStatus(set.status()
                .withConditions(List.of(
                        new ReplicaSet.Condition(StatusCalculation.REPLICA_FAILURE, "True", THEN, reason, "why"))));
    }

    private static List<String> failures(Deployment deployment, Rollout rollout) {
        return StatusCalculation.withProgress(deployment, StatusCalculation.current(deployment), rollout, NOW)
                .conditions()
                .stream()
                .filter(condition -> condition.type().equals(StatusCalculation.REPLICA_FAILURE))
                .map(Deployment.Condition::reason)
                .toList();
    }
}
