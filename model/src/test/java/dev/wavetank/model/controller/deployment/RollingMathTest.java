package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.deployment;
import static dev.wavetank.model.controller.deployment.RolloutFixture.recreating;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rollout;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static dev.wavetank.model.controller.deployment.RolloutFixture.sizes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * The bounds and the steps of a rolling update: {@code ResolveFenceposts}, {@code MaxUnavailable}, {@code
 * NewRSNewReplicas} of {@code pkg/controller/deployment/util/deployment_util.go} and {@code rolling.go}, Kubernetes
 * 1.20; cases as in their unit tests.
 */
class RollingMathTest {

    @Property(tries = 300)
    void a_percentage_of_surge_is_rounded_up_and_of_unavailable_down(
            @ForAll @IntRange(min = 1, max = 5000) int wanted, @ForAll @IntRange(min = 1, max = 100) int percent) {
        Deployment deployment = rolling(wanted, percent + "%", percent + "%");
        assertThat(RollingMath.maxSurge(deployment)).isEqualTo((int) Math.ceil(wanted * percent / 100.0));
        assertThat(RollingMath.maxUnavailable(deployment)).isEqualTo((int) Math.floor(wanted * percent / 100.0));
    }

    @Property(tries = 300)
    void the_new_replica_set_never_exceeds_the_surge_nor_the_wanted_size(
            @ForAll @IntRange(max = 50) int wanted,
            @ForAll @IntRange(max = 20) int surge,
            @ForAll @IntRange(max = 80) int old,
            @ForAll @IntRange(max = 50) int present) {
        Deployment deployment = rolling(wanted, 1, surge);
        int before = Math.min(present, wanted);
        int next = RollingMath.newReplicas(deployment, List.of(set("old", old, 0), set("new", before, 0)), before);
        assertThat(next).isBetween(before, wanted);
        assertThat(next == before || old + next <= wanted + surge).isTrue();
        assertThat(next == wanted || old + next >= wanted + surge)
                .as("as many as fit")
                .isTrue();
    }

    @Test
    void without_a_strategy_a_quarter_may_be_missing_and_a_quarter_too_many() {
        for (Deployment.Strategy strategy : new Deployment.Strategy[] {
            null,
            new Deployment.Strategy(null, null),
            new Deployment.Strategy("RollingUpdate", null),
            new Deployment.Strategy("RollingUpdate", new Deployment.RollingUpdate(null, null))
        }) {
            Deployment ten = deployment(10, strategy);
            assertThat(RollingMath.isRolling(ten)).isTrue();
            assertThat(RollingMath.maxSurge(ten)).isEqualTo(3);
            assertThat(RollingMath.maxUnavailable(ten)).isEqualTo(2);
        }
    }

    @Test
    void replicas_that_are_absent_are_one() {
        assertThat(RollingMath.wanted(rolling(null, 0, 1))).isEqualTo(1);
        assertThat(RollingMath.replicas(set("a", null, 0, 0))).isEqualTo(1);
    }

    @Test
    void recreate_has_neither_surge_nor_unavailable_pods() {
        Deployment ten = recreating(10);
        assertThat(RollingMath.maxSurge(ten)).isZero();
        assertThat(RollingMath.maxUnavailable(ten)).isZero();
        assertThat(RollingMath.newReplicas(ten, List.of(set("old", 10, 10)), 0)).isEqualTo(10);
    }

    @Test
    void unavailable_pods_are_at_most_all_and_none_when_none_are_wanted() {
        assertThat(RollingMath.maxUnavailable(rolling(3, 10, 1))).isEqualTo(3);
        assertThat(RollingMath.maxUnavailable(rolling(0, 2, 1))).isZero();
        assertThat(RollingMath.maxUnavailable(rolling(0, 0, 0))).isZero();
    }

    @Test
    void one_pod_may_be_unavailable_only_when_both_bounds_round_to_zero() {
        assertThat(RollingMath.maxUnavailable(rolling(3, "10%", 0))).isEqualTo(1);
        assertThat(RollingMath.maxUnavailable(rolling(3, "10%", "0%"))).isEqualTo(1);
        assertThat(RollingMath.maxUnavailable(rolling(3, "10%", "1%"))).isZero();
        assertThat(RollingMath.maxSurge(rolling(3, 0, 0))).isZero();
    }

    @Test
    void the_new_replica_set_does_not_grow_when_all_room_is_taken() {
        Deployment ten = rolling(10, 0, 5);
        assertThat(RollingMath.newReplicas(ten, List.of(set("old", 10, 10), set("new", 5, 5)), 5))
                .isEqualTo(5);
        assertThat(RollingMath.newReplicas(ten, List.of(set("old", 14, 14), set("new", 5, 5)), 5))
                .isEqualTo(5);
        assertThat(RollingMath.newReplicas(ten, List.of(set("old", 9, 9), set("new", 5, 5)), 5))
                .isEqualTo(6);
    }

    @Test
    void new_pods_that_are_not_available_reduce_the_number_of_old_ones_to_remove() {
        // TestDeploymentController_reconcileOldReplicaSets
        Deployment ten = rolling(10, 2, 0);
        ReplicaSet old = set("old", 10, 10);
        assertThat(RollingMath.maxScaledDown(ten, List.of(old, set("new", 0, 0)), set("new", 0, 0)))
                .isEqualTo(2);
        assertThat(RollingMath.maxScaledDown(ten, List.of(old, set("new", 2, 0)), set("new", 2, 0)))
                .isEqualTo(2);
        assertThat(RollingMath.maxScaledDown(ten, List.of(old, set("new", 2, 1)), set("new", 2, 1)))
                .isEqualTo(3);
    }

    @Test
    void unavailable_pods_are_removed_from_the_oldest_first_within_the_limit() {
        // TestDeploymentController_cleanupUnhealthyReplicas
        Deployment ten = rolling(10, 2, 2);
        List<ReplicaSet> old = List.of(set("a", 4, 2), set("full", 3, 3), set("empty", 0, 0), set("b", 4, 1));
        RollingSteps.Removal removal = RollingSteps.withoutUnhealthy(ten, rollout(old, set("new", 1, 1)));
        assertThat(sizes(removal.sizes())).containsExactly("a=2", "b=2");
        assertThat(removal.complete()).isTrue();
    }

    @Test
    void available_pods_are_removed_from_the_oldest_first_down_to_the_minimum() {
        // TestDeploymentController_scaleDownOldReplicaSetsForRollingUpdate
        Deployment ten = rolling(10, 2, 2);
        assertThat(sizes(RollingSteps.scaledDown(
                        ten, rollout(List.of(set("a", 3, 3), set("empty", 0, 0), set("b", 6, 6)), set("new", 3, 3)))))
                .containsExactly("a=0", "b=5");
        assertThat(RollingSteps.scaledDown(ten, rollout(List.of(set("a", 8, 8)), set("new", 2, 0))))
                .isEmpty();
    }

    @Test
    void a_replica_set_that_is_ahead_of_its_status_ends_the_removal() {
        Deployment ten = rolling(10, 2, 2);
        List<ReplicaSet> old = List.of(set("a", 3, 1), set("late", 4, 5), set("b", 4, 1));
        RollingSteps.Removal removal = RollingSteps.withoutUnhealthy(ten, rollout(old, set("new", 1, 1)));
        assertThat(sizes(removal.sizes())).containsExactly("a=1");
        assertThat(removal.complete()).isFalse();
    }

    @Test
    void a_replica_set_that_is_ahead_of_its_status_does_not_matter_beyond_the_limit() {
        Deployment ten = rolling(10, 2, 2);
        List<ReplicaSet> old = List.of(set("a", 8, 0), set("late", 2, 3));
        RollingSteps.Removal removal = RollingSteps.withoutUnhealthy(ten, rollout(old, set("new", 1, 1)));
        assertThat(sizes(removal.sizes())).containsExactly("a=5");
        assertThat(removal.complete()).isTrue();
    }
}
