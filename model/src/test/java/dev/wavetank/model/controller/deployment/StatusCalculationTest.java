package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The status of a Deployment (pkg/controller/deployment/sync.go, {@code calculateStatus}; progress.go,
 * {@code syncRolloutStatus}; util/deployment_util.go, {@code DeploymentProgressing}, {@code DeploymentTimedOut},
 * v1.20).
 */
class StatusCalculationTest {

    private static final Instant LATER = Sets.START.plusSeconds(100);
    private static final Deployment FOUR = withDeadline(Sets.rolling(4, 1, 1), 60);

    @Test
    void counts_are_sums_over_all_sets_and_zero_is_absent() {
        Deployment.Status status =
                StatusCalculation.calculate(FOUR, rollout(Sets.set("new", 1, 2, 0), Sets.set("old", 0, 3, 2)), LATER);

        assertThat(status.replicas()).isEqualTo(5);
        assertThat(status.updatedReplicas()).isEqualTo(2);
        assertThat(status.readyReplicas()).isEqualTo(2);
        assertThat(status.availableReplicas()).isEqualTo(2);
        assertThat(status.unavailableReplicas()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(StatusCalculation.calculate(FOUR, rollout(Sets.set("new", 1, 4)), LATER)
                        .unavailableReplicas())
                .isNull();
    }

    @Test
    void a_deployment_is_available_with_the_wanted_pods_but_the_unavailable_ones_that_are_allowed() {
        assertThat(available(3)).isEqualTo("True MinimumReplicasAvailable");
        assertThat(available(2)).isEqualTo("False MinimumReplicasUnavailable");
    }

    @Test
    void a_condition_keeps_its_time_of_transition_until_its_status_changes() {
        Deployment.Condition first = StatusCalculation.condition("Available", "False", "A", "one", Sets.START);
        Deployment.Status status = StatusCalculation.with(StatusCalculation.current(FOUR), first);

        Deployment.Condition reason = StatusCalculation.condition("Available", "False", "B", "two", LATER);
        Deployment.Condition other = StatusCalculation.condition("Available", "True", "B", "three", LATER);

        assertThat(only(StatusCalculation.with(status, reason)).lastTransitionTime())
                .isEqualTo(Sets.START);
        assertThat(only(StatusCalculation.with(status, reason)).lastUpdateTime())
                .isEqualTo(LATER);
        assertThat(only(StatusCalculation.with(status, other)).lastTransitionTime())
                .isEqualTo(LATER);
    }

    @Test
    void a_condition_with_the_same_status_and_reason_is_not_written_again() {
        Deployment.Condition first = StatusCalculation.condition("Available", "False", "A", "one", Sets.START);
        Deployment.Status status = StatusCalculation.with(StatusCalculation.current(FOUR), first);

        assertThat(StatusCalculation.with(status, StatusCalculation.condition("Available", "False", "A", "two", LATER)))
                .isSameAs(status);
    }

    @Test
    void a_roll_out_is_complete_when_all_pods_are_new_and_available() {
        assertThat(progress(FOUR, rollout(Sets.set("new", 1, 4), Sets.set("old", 0, 0))))
                .hasValue("True NewReplicaSetAvailable: ReplicaSet \"new\" has successfully progressed.");
        assertThat(isComplete(4, 4, 4)).isTrue();
        assertThat(isComplete(5, 4, 4)).isFalse();
        assertThat(isComplete(4, 3, 4)).isFalse();
        assertThat(isComplete(4, 4, 3)).isFalse();
    }

    @Test
    void a_roll_out_whose_spec_was_not_observed_is_not_complete() {
        Deployment.Status status = status(4, 4, 4).withObservedGeneration(0L);

        assertThat(StatusCalculation.isComplete(FOUR, status)).isFalse();
    }

    @Test
    void more_new_pods_fewer_old_ones_or_more_ready_ones_are_progress() {
        assertThat(progress(FOUR, rollout(Sets.set("new", 1, 1, 0), Sets.set("old", 0, 4))))
                .hasValue("True ReplicaSetUpdated: ReplicaSet \"new\" is progressing.");
        assertThat(progress(before(FOUR, status(6, 2, 4)), rollout(Sets.set("new", 1, 2), Sets.set("old", 0, 2))))
                .hasValue("True ReplicaSetUpdated: ReplicaSet \"new\" is progressing.");
    }

    @Test
    void progress_moves_the_time_of_the_update_but_not_of_the_transition() {
        Deployment deployment = before(FOUR, progressing(status(5, 1, 4), "True", "ReplicaSetUpdated", Sets.START));
        Rollout rollout = rollout(Sets.set("new", 1, 2), Sets.set("old", 0, 3));

        Deployment.Condition condition = StatusCalculation.condition(
                        withProgress(deployment, rollout), StatusCalculation.PROGRESSING)
                .orElseThrow();

        assertThat(condition.lastUpdateTime()).isEqualTo(LATER);
        assertThat(condition.lastTransitionTime()).isEqualTo(Sets.START);
    }

    @Test
    void without_progress_until_the_deadline_the_roll_out_has_timed_out() {
        Rollout stuck = rollout(Sets.set("new", 1, 1, 0), Sets.set("old", 0, 4));
        Deployment.Status same = StatusCalculation.calculate(FOUR, stuck, Sets.START);

        assertThat(progress(
                        before(FOUR, progressing(same, "True", "ReplicaSetUpdated", LATER.minusSeconds(60))), stuck))
                .hasValue("True ReplicaSetUpdated: before");
        assertThat(progress(
                        before(FOUR, progressing(same, "True", "ReplicaSetUpdated", LATER.minusSeconds(61))), stuck))
                .hasValue("False ProgressDeadlineExceeded: ReplicaSet \"new\" has timed out progressing.");
    }

    @Test
    void a_complete_roll_out_cannot_time_out() {
        Rollout lost = rollout(Sets.set("new", 1, 4, 2));
        Deployment.Status same = StatusCalculation.calculate(FOUR, lost, Sets.START);

        assertThat(progress(before(FOUR, progressing(same, "True", "NewReplicaSetAvailable", Sets.START)), lost))
                .hasValue("True NewReplicaSetAvailable: before");
    }

    @Test
    void a_new_roll_out_does_not_time_out_by_the_clock_of_the_last_one() {
        Rollout begun = rollout(Sets.set("new", 1, 0), Sets.set("old", 0, 4));

        assertThat(progress(
                        before(FOUR, progressing(status(4, 4, 4), "True", "NewReplicaSetAvailable", Sets.START)),
                        begun))
                .hasValue("True NewReplicaSetAvailable: before");
    }

    @Test
    void one_more_ready_or_available_pod_alone_is_progress() {
        Rollout rollout = rollout(Sets.set("new", 1, 3, 2));
        Deployment.Status ready = status(3, 3, 2).withReadyReplicas(1);
        Deployment.Status available = status(3, 3, 2).withAvailableReplicas(1);

        assertThat(progress(before(FOUR, status(3, 3, 2)), rollout)).isEmpty();
        assertThat(progress(before(FOUR, ready), rollout))
                .hasValue("True ReplicaSetUpdated: ReplicaSet \"new\" is progressing.");
        assertThat(progress(before(FOUR, available), rollout))
                .hasValue("True ReplicaSetUpdated: ReplicaSet \"new\" is progressing.");
    }

    @Test
    void a_pod_that_is_ready_but_not_available_counts_as_unavailable() {
        ReplicaSet set = Sets.set("new", 1, 4, 3);
        ReplicaSet waiting = set.withStatus(set.status().withAvailableReplicas(1));

        assertThat(StatusCalculation.calculate(FOUR, rollout(waiting), LATER).unavailableReplicas())
                .isEqualTo(3);
    }

    @Test
    void without_a_deadline_there_is_no_condition_of_progress() {
        Deployment without = withDeadline(FOUR, Integer.MAX_VALUE);
        Deployment deployment = before(without, progressing(status(4, 4, 4), "True", "ReplicaSetUpdated", LATER));

        assertThat(progress(deployment, rollout(Sets.set("new", 1, 4)))).isEmpty();
        assertThat(progress(withDeadline(FOUR, null), rollout(Sets.set("new", 1, 4))))
                .isEmpty();
    }

    @Test
    void a_failure_of_the_new_set_comes_before_that_of_an_old_one_and_goes_with_it() {
        Rollout failing = rollout(failing("new", 1, "FailedCreate"), failing("old", 0, "FailedDelete"));
        Deployment.Status status = withProgress(FOUR, failing);

        assertThat(StatusCalculation.condition(status, StatusCalculation.REPLICA_FAILURE)
                        .orElseThrow()
                        .reason())
                .isEqualTo("FailedCreate");
        assertThat(StatusCalculation.condition(
                        withProgress(before(FOUR, status), rollout(Sets.set("new", 1, 4))),
                        StatusCalculation.REPLICA_FAILURE))
                .isEmpty();
    }

    private static boolean isComplete(int replicas, int updated, int available) {
        return StatusCalculation.isComplete(FOUR, status(replicas, updated, available));
    }

    private static String available(int available) {
        Deployment.Status status = StatusCalculation.calculate(FOUR, rollout(Sets.set("new", 1, 4, available)), LATER);
        Deployment.Condition condition =
                StatusCalculation.condition(status, StatusCalculation.AVAILABLE).orElseThrow();
        return condition.status() + " " + condition.reason();
    }

    private static Optional<String> progress(Deployment deployment, Rollout rollout) {
        return StatusCalculation.condition(withProgress(deployment, rollout), StatusCalculation.PROGRESSING)
                .map(condition -> condition.status() + " " + condition.reason() + ": " + condition.message());
    }

    private static Deployment.Status withProgress(Deployment deployment, Rollout rollout) {
        return StatusCalculation.withProgress(
                deployment, StatusCalculation.calculate(deployment, rollout, LATER), rollout, LATER);
    }

    private static Deployment.Condition only(Deployment.Status status) {
        assertThat(status.conditions()).hasSize(1);
        return status.conditions().get(0);
    }

    private static Deployment withDeadline(Deployment deployment, Integer seconds) {
        return deployment.withSpec(deployment.spec().withProgressDeadlineSeconds(seconds));
    }

    private static Deployment before(Deployment deployment, Deployment.Status status) {
        return deployment.withStatus(status);
    }

    private static Deployment.Status progressing(Deployment.Status status, String value, String reason, Instant since) {
        return StatusCalculation.with(
                status, StatusCalculation.condition(StatusCalculation.PROGRESSING, value, reason, "before", since));
    }

    private static Deployment.Status status(int replicas, int updated, int available) {
        return DeploymentStatusBuilder.builder()
                .observedGeneration(1L)
                .replicas(replicas)
                .updatedReplicas(updated)
                .readyReplicas(available)
                .availableReplicas(available)
                .build();
    }

    private static ReplicaSet failing(String name, int age, String reason) {
        ReplicaSet set = Sets.set(name, age, 2);
        return set.withStatus(set.status()
                .withConditions(List.of(new ReplicaSet.Condition("ReplicaFailure", "True", Sets.START, reason, "no"))));
    }

    private static Rollout rollout(ReplicaSet newSet, ReplicaSet... old) {
        return new Rollout(List.of(old), Optional.of(newSet));
    }
}
