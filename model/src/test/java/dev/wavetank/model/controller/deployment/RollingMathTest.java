package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The sizes of a roll-out (pkg/controller/deployment/util/deployment_util.go, {@code ResolveFenceposts},
 * {@code NewRSNewReplicas}; pkg/controller/deployment/rolling.go, v1.20).
 */
class RollingMathTest {

    @ParameterizedTest
    @CsvSource({
        // replicas, maxSurge, maxUnavailable, pods above, pods unavailable
        "10, 25%, 25%, 3, 2",
        "4, 25%, 25%, 1, 1",
        "3, 25%, 25%, 1, 0",
        "1, 25%, 25%, 1, 0",
        "10, 0%, 0%, 0, 1",
        "10, 1%, 1%, 1, 0",
        "10, 0%, 9%, 0, 1",
        "10, 100%, 100%, 10, 10",
        "10, 39%, 39%, 4, 3",
    })
    void a_percentage_rounds_the_surge_up_and_the_unavailable_pods_down(
            int replicas, String maxSurge, String maxUnavailable, int surge, int unavailable) {
        Deployment deployment = Sets.rolling(replicas, maxSurge, maxUnavailable);

        assertThat(RollingMath.maxSurge(deployment)).isEqualTo(surge);
        assertThat(RollingMath.maxUnavailable(deployment)).isEqualTo(unavailable);
    }

    @Test
    void numbers_are_taken_as_they_are_but_no_more_pods_than_wanted_are_unavailable() {
        Deployment deployment = Sets.rolling(5, 8, 7);

        assertThat(RollingMath.maxSurge(deployment)).isEqualTo(8);
        assertThat(RollingMath.maxUnavailable(deployment)).isEqualTo(5);
    }

    @Test
    void without_a_strategy_both_bounds_are_a_quarter() {
        Deployment deployment = Sets.deployment(8, null);

        assertThat(RollingMath.isRolling(deployment)).isTrue();
        assertThat(RollingMath.maxSurge(deployment)).isEqualTo(2);
        assertThat(RollingMath.maxUnavailable(deployment)).isEqualTo(2);
    }

    @Test
    void a_deployment_without_replicas_wants_one() {
        assertThat(RollingMath.wanted(Sets.deployment(null, null))).isEqualTo(1);
    }

    @Test
    void nothing_may_be_unavailable_of_a_deployment_of_zero() {
        assertThat(RollingMath.maxUnavailable(Sets.rolling(0, 0, 3))).isZero();
    }

    @Test
    void recreation_neither_surges_nor_keeps_pods() {
        assertThat(RollingMath.maxSurge(Sets.recreated(10))).isZero();
        assertThat(RollingMath.maxUnavailable(Sets.recreated(10))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // wanted, maxSurge, of the old ReplicaSet, of the new one before, of the new one after
        "10, 0, 10, 0, 0",
        "10, 2, 10, 0, 2",
        "10, 2, 10, 2, 2",
        "10, 2, 5, 2, 7",
        "10, 5, 0, 8, 10",
        "10, 0, 12, 1, 1",
        "3, 5, 0, 5, 3",
    })
    void the_new_replica_set_grows_into_the_room_below_the_maximum(
            int wanted, int maxSurge, int old, int before, int after) {
        List<ReplicaSet> all = List.of(Sets.set("old", 0, old), Sets.set("new", 1, before));

        assertThat(RollingMath.newReplicas(Sets.rolling(wanted, maxSurge, 1), all, before))
                .isEqualTo(after);
    }

    @Test
    void a_recreated_replica_set_gets_its_full_size_at_once() {
        List<ReplicaSet> all = List.of(Sets.set("old", 0, 7));

        assertThat(RollingMath.newReplicas(Sets.recreated(10), all, 0)).isEqualTo(10);
    }

    @Test
    void pods_of_the_new_set_that_are_not_available_keep_as_many_old_ones() {
        Deployment deployment = Sets.rolling(10, 5, 2);
        ReplicaSet old = Sets.set("old", 0, 8);

        assertThat(RollingMath.maxScaledDown(
                        deployment, List.of(old, Sets.set("new", 1, 5, 5)), Sets.set("new", 1, 5, 5)))
                .isEqualTo(5);
        assertThat(RollingMath.maxScaledDown(
                        deployment, List.of(old, Sets.set("new", 1, 5, 1)), Sets.set("new", 1, 5, 1)))
                .isEqualTo(1);
    }

    @Test
    void only_available_pods_above_the_minimum_are_spare() {
        List<ReplicaSet> all = List.of(Sets.set("old", 0, 8, 6), Sets.set("new", 1, 5, 4));

        assertThat(RollingMath.spareAvailable(Sets.rolling(10, 5, 2), all)).isEqualTo(2);
    }

    /** What the user relies on, whatever the bounds: a step up never exceeds the maximum that is allowed. */
    @Property
    void a_step_up_never_exceeds_the_maximum(
            @ForAll @IntRange(max = 50) int wanted,
            @ForAll @IntRange(max = 200) int surgePercent,
            @ForAll @IntRange(max = 60) int old,
            @ForAll @IntRange(max = 60) int present) {
        Deployment deployment = Sets.rolling(wanted, surgePercent + "%", "25%");
        List<ReplicaSet> all = List.of(Sets.set("old", 0, old), Sets.set("new", 1, present));

        int next = RollingMath.newReplicas(deployment, all, present);

        if (next > present) {
            assertThat(next).isLessThanOrEqualTo(wanted);
            assertThat(old + next).isLessThanOrEqualTo(wanted + RollingMath.maxSurge(deployment));
        }
    }
}
